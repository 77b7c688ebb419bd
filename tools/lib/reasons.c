/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reasons and verdicts mean, and what to try.  The reasons' texts are
   those of the one list that the whole project shares.  */

#include "reasons.h"

#include <string.h>

/* The explanation of the reason SLUG, or SLUG itself when a later version
   added it.  */

const char *
reason_text (const char *slug)
{
#define REASON(IDENTIFIER, SLUG, TEXT) { SLUG, TEXT },
  static const struct { const char *slug, *text; } reasons[] = {
#include "memlb/reasons.def"
  };
#undef REASON

  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (strcmp (reasons[i].slug, slug) == 0)
      return reasons[i].text;
  return slug;
}

/* What a user can do about the reason SLUG, or NULL when there is nothing
   better than to read doc/reasons.md.  */

const char *
reason_advice (const char *slug)
{
  static const struct { const char *slug, *text; } list[] =
    {
      { "not-optimized", "compile with -O2 or -O3" },
      { "call", "let the callee be inlined (-O3, -flto, inline), or move the "
		"call out of the loop" },
      { "indirect-call", "call directly where the callee is known" },
      { "callee-missing", "compile that function's file with memlb and "
			  "-fplugin-arg-memlb-copies=bound,count,calls" },
      { "call-result", "let the function return the decision as an int" },
      { "callee-not-pure", "move the call out of the loop" },
      { "conditional-call", "let the callee be inlined, or move the call out of "
			    "the loop; if none is made, run longer: memlb run "
			    "-b unlimited" },
      { "irreducible", "replace the goto into the loop by a loop with one "
		       "entry" },
      { "too-shallow", "lower -fplugin-arg-memlb-min-depth" },
      { "too-deep", "raise -fplugin-arg-memlb-max-depth, or look at the loops "
		    "inside" },
      { "too-many-refs", "raise -fplugin-arg-memlb-max-refs, or split the "
			 "loop" },
      { "growth", "raise -fplugin-arg-memlb-max-growth, or choose loops with "
		  "-fplugin-arg-memlb-loops" },
      { "not-selected", "add the loop to the file of "
			"-fplugin-arg-memlb-loops" },
      { "no-signal-control", "start the program without its own signal "
			     "handling, or link the runtime before other "
			     "libraries" },
      { "abi-mismatch", "compile the object again with this memlb" },
      { "few-samples", "run longer, or raise the budget (memlb run -b)" },
      { "cut-off", "run without a budget: memlb run -b unlimited" },
      { "no-counter", "run without a budget: memlb run -b unlimited" },
      { "no-sample", "let the loop be entered more often, or run "
		     "without a budget: memlb run -b unlimited" },
      { "too-short", "look at the loop around it; if that is in a caller, "
		     "compile with -fplugin-arg-memlb-copies=bound,count,calls" },
      { "mode", "run with memlb run -m bound" },
      { "not-requested", "name the loop in MEMLB_LOOPS, or leave it unset" },
      { "never-entered", "choose an input that reaches the loop" },
      { "control-loads", "run without a budget, which lets a copy replay these "
			 "loads: memlb run -b unlimited" },
      { "control-misses", "shorten the chain of loads that decide: an array in "
			  "place of a list, indices in order" },
      { "nothing-to-check", "compare the paths block by block: memlb run -m "
			    "bound,count" },
      { "may-alias", "use restrict, or compare the paths block by block: "
		     "memlb run -m bound,count" },
      { "subnormal", "compare with -ffast-math or flush-to-zero" },
    };

  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (strcmp (list[i].slug, slug) == 0)
      return list[i].text;
  return NULL;
}

/* What the bound behind VERDICT and its REASON, or NULL, says about what can be
   won: at most that ("<="), as where it may be too low itself; at least, being too
   high (">="); or about that ("~"), being off by up to a quarter either way.  */

const char *
bound_sign (const char *verdict, const char *reason)
{
  if (!verdict || strcmp (verdict, "partial") != 0
      || (reason && (strcmp (reason, "memory-recurrence") == 0
		     || strcmp (reason, "address-forms") == 0)))
    return "<=";
  return (reason && (strcmp (reason, "short-rows") == 0
		     || strcmp (reason, "short-entries") == 0
		     || strcmp (reason, "callee-gates") == 0
		     || strcmp (reason, "placement") == 0
		     || strcmp (reason, "integer-divisions") == 0
		     || strcmp (reason, "library-calls") == 0)
	  ? "~" : ">=");
}

/* SIGN in words, before a figure.  */

const char *
bound_words (const char *sign)
{
  return *sign == '<' ? "up to" : *sign == '>' ? "at least" : "about";
}

/* What VERDICT says about the bound.  */

const char *
verdict_text (enum verdict verdict)
{
  switch (verdict)
    {
    case VERDICT_OK: return "all checks passed";
    case VERDICT_PARTIAL:
      return "the bound is too high";
    case VERDICT_CONTROL:
      return "the loads that decide the control flow carry the time: "
	     "the bound says nothing";
    case VERDICT_DIVERGED: return "the copy took another path";
    case VERDICT_UNVERIFIED: return "nothing could check the copy's path";
    case VERDICT_DRIFT:
      return "values in the copy left the normal range";
    case VERDICT_ABORTED: return "the copy had to be given up";
    case VERDICT_UNMEASURABLE: return "too short to time";
    case VERDICT_UNSAMPLED: return "no bound was measured";
    case VERDICT_REFUSED: return "never copied";
    default: return "a verdict that this memlb does not know";
    }
}

/* What LOOP's verdict says about its bound.  */

const char *
loop_verdict_text (const struct loop *loop)
{
  char sign = *bound_sign (loop->verdict_name, loop->reason);

  if (loop->verdict == VERDICT_PARTIAL && sign == '<')
    return "the bound may be too low";
  return sign == '~' ? "the bound may be off by up to a quarter"
		     : verdict_text (loop->verdict);
}
