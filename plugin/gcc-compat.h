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

/* GCC 14 gave last_stmt the name that says what it does.  */
#if BUILDING_GCC_VERSION < 14000
# define last_nondebug_stmt(BB) last_stmt (BB)
#endif

/* GCC 15 declares this enumeration early, and then its type must be said
   wherever it is defined.  */
#if BUILDING_GCC_VERSION < 15000
# define MEMLB_ENUM_INT
#else
# define MEMLB_ENUM_INT : int
#endif

/* The vzeroupper of GCC 11 is a volatile unspec, later ones look like a
   call.  The number that a version does not have is none that an insn of it
   could have.  */
#if BUILDING_GCC_VERSION < 12000
# define UNSPEC_CALLEE_ABI (-1)
#else
# define UNSPECV_VZEROUPPER (-1)
#endif

/* The registers r16 to r31 of APX, of which the stubs know nothing.  */
#if BUILDING_GCC_VERSION < 14000
# define TARGET_APX_EGPR 0
#endif

enum
{
  /* GCC 11's dwarf2 follows a null pointer where it compares two different
     DW_CFA_def_cfa_expression, as those of two prologues that realign the stack
     by way of a further register.  */
  gcc_compares_cfa = BUILDING_GCC_VERSION >= 12000,

  /* The beginning of gfortran's struct lang_type, which no installed header
     declares, is as names-fortran.cc has it; read, not guessed, up to 16.  */
  gcc_knows_fortran_types = BUILDING_GCC_VERSION < 17000,

  /* Some values of its enum gfc_array_kind: the first that is no unknown
     one, those of pointers of any rank (from GCC 15), allocatable arrays,
     behind which there are pointers only.  */
  gcc_fortran_assumed_shape = 1,
  gcc_fortran_rank_pointer = BUILDING_GCC_VERSION < 15000 ? -1 : 6,
  gcc_fortran_rank_pointer_contiguous = BUILDING_GCC_VERSION < 15000 ? -1 : 7,
  gcc_fortran_allocatable = BUILDING_GCC_VERSION < 15000 ? 5 : 8
};

#endif /* MEMLB_GCC_COMPAT_H */
