/* What aarch64 has not yet: copies that call bound copies of functions, copies
   of whole functions, replay copies.
   SPDX-License-Identifier: GPL-3.0-or-later

   None is made where target_copies_p says that there is none, so nothing comes
   here.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"

const char *
target_give_up_text (void)
{
  gcc_unreachable ();
}

const char *
target_stream_fix (const nest *, const nest_read *)
{
  gcc_unreachable ();
}

const char *
target_stream_return (const nest *, const nest_read *)
{
  gcc_unreachable ();
}

const char *
target_stream_step (const nest *, unsigned)
{
  gcc_unreachable ();
}

const char *
target_procedure_gate (const nest *)
{
  gcc_unreachable ();
}

const char *
target_procedure_landing (const nest *, const char *)
{
  gcc_unreachable ();
}

const char *
target_function_landing (const nest *)
{
  gcc_unreachable ();
}

const char *
target_function_call (const nest *)
{
  gcc_unreachable ();
}

bool
target_copied_asm_p (const char *)
{
  return false;
}

bool
target_counts_at_gate_p (const nest_gate *)
{
  return false;
}

const char *
target_pointer_text (const nest *, unsigned)
{
  gcc_unreachable ();
}

const char *
target_bytes_text (const nest *, unsigned, int)
{
  gcc_unreachable ();
}

int
target_argument_register (unsigned)
{
  return -1;
}

bool
target_timable_function_p (void)
{
  return false;
}

void
target_write_timer (FILE *, const nest *)
{
  gcc_unreachable ();
}

const char *
target_call_name (const nest *, unsigned)
{
  gcc_unreachable ();
}

bool
target_pointer_call_p (rtx_insn *)
{
  return false;
}

bool
target_memory_call_p (rtx_insn *)
{
  return false;
}

bool
target_blockage_p (rtx_insn *)
{
  return false;
}

unsigned
target_string_flags (rtx_insn *)
{
  return 0;
}

const char *
target_string_text (const nest *, unsigned)
{
  gcc_unreachable ();
}

int
target_pointer_register (void)
{
  gcc_unreachable ();
}

const char *
target_deep_name (const nest *)
{
  gcc_unreachable ();
}

const char *
target_callee_landing (const callee *, const char *, const char *,
		       const char *)
{
  gcc_unreachable ();
}
