/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subcommands.  Each takes its own arguments, argv[0] being
   `memlb NAME', and returns the exit status.  */

#ifndef MEMLB_TOOLS_CMDS_H
#define MEMLB_TOOLS_CMDS_H

int cmd_annotate (int argc, char **argv);
int cmd_check (int argc, char **argv);
int cmd_diff (int argc, char **argv);
int cmd_doctor (int argc, char **argv);
int cmd_estimate (int argc, char **argv);
int cmd_export (int argc, char **argv);
int cmd_flags (int argc, char **argv);
int cmd_help (int argc, char **argv);
int cmd_html (int argc, char **argv);
int cmd_metric (int argc, char **argv);
int cmd_import (int argc, char **argv);
int cmd_merge (int argc, char **argv);
int cmd_plugin (int argc, char **argv);
int cmd_report (int argc, char **argv);
int cmd_run (int argc, char **argv);
int cmd_status (int argc, char **argv);
int cmd_wrap (int argc, char **argv);

/* All of them, ended by a NULL name.  */
struct subcommand
{
  const char *name;
  int (*run) (int argc, char **argv);
  const char *summary;
};
extern const struct subcommand subcommands[];

#endif /* MEMLB_TOOLS_CMDS_H */
