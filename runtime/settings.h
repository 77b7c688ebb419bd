/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The MEMLB_* variables, read once at start.  */
#ifndef MRT_SETTINGS_H
#define MRT_SETTINGS_H

#include "base.h"

/* The strongest first.  */
enum mrt_mode
{
  MRT_MODE_BOUND,
  MRT_MODE_TIME,
  MRT_MODE_COUNT,
  MRT_MODE_OFF
};

#define MRT_UNLIMITED UINT32_MAX

struct mrt_settings
{
  enum mrt_mode mode;
  bool count;			/* counts are wanted; in mode BOUND only those
				   that check a copy's path, in mode TIME they
				   cannot be had */
  bool torture;			/* MEMLB_MODE=torture; mode is BOUND */
  bool minimal;			/* MEMLB_RECORD=minimal */
  bool write;			/* a profile is wanted */
  const char *unwanted;		/* else why not, or NULL where nobody may know */
  uint32_t budget;		/* per mille, or MRT_UNLIMITED */
  uint32_t verbose;
  uint32_t events;		/* set by enum mrt_event */
  uint64_t snapshot;		/* ns between two snapshots, 0: none */
  const char *output;		/* pattern, or NULL */
  const char *loops;		/* MEMLB_LOOPS, or NULL */
};

extern struct mrt_settings mrt_settings;

/* Read the variables; bad values are reported on standard error and the
   defaults taken.  Context: start only.  */
void mrt_settings_read (void);

/* The parts of the above that have no side effects.  Each returns false for
   a bad value.  */
bool mrt_parse_mode (const char *value, struct mrt_settings *settings);
bool mrt_parse_budget (const char *value, uint32_t *budget);
bool mrt_parse_seconds (const char *value, uint64_t *ns);
bool mrt_parse_events (const char *value, uint32_t *events);
bool mrt_parse_ranks (const char *value, uint64_t rank, bool *selected);

/* True when MEMLB_LOOPS value LOOPS names the loop at FILE:LINE in
   FUNCTION (assembler name ASM_NAME).  */
bool mrt_loop_selected_p (const char *loops, const char *file, int line,
			  const char *function, const char *asm_name);

const char *mrt_mode_name (const struct mrt_settings *settings);

#endif
