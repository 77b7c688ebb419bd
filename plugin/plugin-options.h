/* The options -fplugin-arg-memlb-KEY[=VALUE].
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_PLUGIN_OPTIONS_H
#define MEMLB_PLUGIN_OPTIONS_H

struct nest;

struct memlb_plugin_options
{
  unsigned min_depth;		/* copy nests at least this deep, */
  unsigned max_depth;		/* and at most, 0: no limit, */
  unsigned max_refs;		/* and with at most so many references */
  unsigned max_growth;		/* text growth per function, 0: no limit */
  bool explain;			/* a note per loop */
  bool disable;
  bool procedures;		/* whole functions have a copy that counts */
  bool calls;			/* bound copies call those of functions */
};

extern memlb_plugin_options plugin_options;

/* Parse the ARGC options ARGV; false after an error.  */
extern bool parse_plugin_options (int argc, struct plugin_argument *argv);

/* True if the loops= list names nest N, or there is none.  */
extern bool nest_selected_p (const nest *n);

#endif /* MEMLB_PLUGIN_OPTIONS_H */
