/* The headers of GCC that the plugin needs, and what differs between
   versions of GCC.
   SPDX-License-Identifier: GPL-3.0-or-later

   Every difference between GCC 11 and later versions stands here, so that
   the passes themselves name one interface.  */
#ifndef MEMLB_GCC_COMPAT_H
#define MEMLB_GCC_COMPAT_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "backend.h"
#include "target.h"
#include "rtl.h"
#include "tree.h"
#include "tree-pass.h"
#include "context.h"
#include "memmodel.h"
#include "tm_p.h"
#include "df.h"
#include "insn-config.h"
#include "regs.h"
#include "hard-reg-set.h"
#include "function-abi.h"
#include "emit-rtl.h"
#include "recog.h"
#include "cfgrtl.h"
#include "cfghooks.h"
#include "cfganal.h"
#include "cfgcleanup.h"
#include "cfgloop.h"
#include "rtl-iter.h"
#include "output.h"
#include "insn-attr.h"
#include "insn-codes.h"
#include "print-rtl.h"
#include "except.h"
#include "function.h"
#include "stringpool.h"
#include "attribs.h"
#include "diagnostic-core.h"
#include "dumpfile.h"
#include "cgraph.h"
#include "alias.h"
#include "predict.h"
#include "varasm.h"
#include "langhooks.h"
#include "opts.h"
#include "options.h"
#include "toplev.h"
#include "gimple-expr.h"
#include "version.h"

#if BUILDING_GCC_VERSION < 11000
# error "memlb needs GCC 11 or later"
#endif

#endif /* MEMLB_GCC_COMPAT_H */
