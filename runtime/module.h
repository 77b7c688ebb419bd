/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The modules (executable, shared objects) that carry copies, and the
   process's table of nests.  */
#ifndef MRT_MODULE_H
#define MRT_MODULE_H

#include "base.h"
#include "memlb/abi.h"

/* What a stubs object tells of its module; lives in the module.  Part of
   the contract between stubs and runtime: append only.  */
struct mrt_module_info
{
  uint32_t abi_version;
  uint32_t struct_size;
  struct memlb_nest *begin, *end;
  const void *address;		/* any address inside the module */
  const struct memlb_callee_row *callees, *callees_end;
  struct mrt_module_info *next;	/* the runtime's own */
};

#define MRT_BUILD_ID 41

struct mrt_module
{
  struct mrt_module *next;	/* in order of registration */
  const struct mrt_module_info *info; /* NULL once unloaded */
  const char *path;
  uint64_t base;		/* what its file's addresses are less */
  char build_id[MRT_BUILD_ID];	/* hexadecimal, may be empty */
  uint32_t first;		/* index of its first nest */
  uint32_t n;			/* its nests */
  bool stays;			/* it is the executable */
  bool refused;			/* other ABI version */
};

#define MRT_OBSERVER_NONE 0	/* presets wanted, nobody looks */
#define MRT_OBSERVER_BUSY 1	/* a thread owns the observation */
#define MRT_OBSERVER_DONE 2	/* image is published */

/* Of functions that a nest calls: some have nests, or pointers may lead to such.  */
#define MRT_INNER_KNOWN 1
#define MRT_INNER_MAYBE 2

/* One nest of the process.  */
struct mrt_nest
{
  const struct memlb_nest *desc;
  struct mrt_module *module;
  uint32_t procedure;		/* index of its whole function, 0: none */
  unsigned char *image;		/* contents of the slot area, atomic */
  struct mrt_observation *observation; /* of the observer, or NULL */
  uint32_t observer;		/* MRT_OBSERVER_*, atomic */
  uint32_t reason;		/* MRT_REASON_*: why no bound run; atomic */
  uint32_t wide;		/* references of 16 bytes and more observed */
  uint32_t straddling;		/* those that lay across two cache lines */
  uint32_t mirror;		/* where its mirror copy's memory lies */
  uint32_t strayed;		/* times that it had values of its own */
  struct mrt_places *places;	/* where slots lie in their lines, atomic */
  uint32_t loads;		/* redirected loads observed */
  uint32_t recurring;		/* those that read what was stored just before */
  uint32_t waiting;		/* or a while before */
  uint32_t queued;		/* or may still be in the store queue; */
  uint32_t in_rows;		/* and others, of loops that carry no value, that
				   read what a short row before stored */
  uint32_t chained;		/* those that do so in the bound copy only */
  uint32_t in_inner;		/* references observed in innermost loops, */
  uint32_t in_outer;		/* and in other ones */
  uint32_t caution;		/* MRT_REASON_*: what functions that it calls
				   make doubtful */
  const struct mrt_terms *terms; /* which counters make its iterations, or
				   NULL; atomic */
  uint64_t *former;		/* what its copy, of a whole function, counted
				   before its module was unloaded, or NULL */
  uint32_t callee_stack;	/* most bytes of stack that these take */
  uint32_t divides;		/* not 0: their time depends on values */
  uint32_t inner;		/* MRT_INNER_*: they have nests that are
				   measured, or may have */
  struct mrt_targets *targets;	/* those called through pointers, or NULL */
  const char *missing;		/* one of them without bound copy, or NULL */
  const char *library;		/* the one that has what keeps the nest from a
				   bound, if it was not built with memlb */
  uint32_t untimed;		/* not 0: a function whose timer was given up;
				   atomic */
  uint32_t calls_itself;	/* not 0: a function that was seen to do so;
				   atomic */
  uint32_t nearest;		/* not 0: in its mirror pages are folded onto the
				   nearest; atomic */
  uint32_t wanders;		/* whether its samples find an empty mirror, see
				   mirror.c; atomic */
  uint32_t large;		/* not 0: its mirror copy does not run beside slots,
				   since entries use memory at many places;
				   atomic */
  uint32_t passed_by;		/* not 0: its entries are not seen any more, since
				   they are short and inside others, or called;
				   atomic */
  uint32_t called;		/* not 0: it made a call that its copies cannot,
				   of MEMLB_NEST_CONDITIONAL_CALLS; atomic */
};

/* Where the slots of an address web lie.  */
#define MRT_PLACES 64

struct mrt_web_places
{
  uint32_t root;		/* the web that this one stays beside */
  int32_t distance;		/* bytes to be added to its shift to do so */
  int32_t aligned;		/* a root's shift in runs with aligned slots */
  uint32_t n;			/* iterations of the original seen */
  uint8_t shift[MRT_PLACES];	/* what they lay modulo a line from the slots'
				   places in the slot area */
};

struct mrt_places
{
  uint32_t moved;		/* some shift of wide references is not 0 */
  struct mrt_web_places webs[];	/* as the descriptor's webs */
};

/* Numbers of reasons.def.  */
enum mrt_reason
{
#define REASON(NAME, SLUG, TEXT) MRT_REASON_##NAME,
#include "memlb/reasons.def"
#undef REASON
  MRT_N_REASONS
};

/* Index of the empty nest that calibrates the clock; real ones follow.  */
#define MRT_EMPTY_INDEX 1

/* Bytes that the calls of D step over.  */
static inline uint32_t
mrt_red_zone (const struct memlb_nest *d)
{
  return d->flags & MEMLB_NEST_RED_ZONE ? 128 : 0;
}

/* The descriptor of NEST.  Threads may still run when the program ends and a
   copy takes the descriptor's place.  */
static inline const struct memlb_nest *
mrt_nest_desc (const struct mrt_nest *nest)
{
  return __atomic_load_n (&nest->desc, __ATOMIC_ACQUIRE);
}

extern struct mrt_nest *mrt_nests;
extern uint32_t mrt_n_nests;
extern struct mrt_module *mrt_modules;

/* Entry symbols for the stubs.  Context: constructors and dlopen, dlclose
   and exit.  */
void __memlb_rt_register (struct mrt_module_info *info);
void __memlb_rt_unregister (const struct mrt_module_info *info);

#endif
