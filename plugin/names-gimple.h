/* The headers of GCC's GIMPLE that the passes before RTL need.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_NAMES_GIMPLE_H
#define MEMLB_NAMES_GIMPLE_H

#include "tree-ssa-alias.h"
#include "gimple.h"
#include "ssa.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "tree-dfa.h"
#include "tree-cfg.h"
#include "fold-const.h"
#include "tree-pretty-print.h"

#endif /* MEMLB_NAMES_GIMPLE_H */
