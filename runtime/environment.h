/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profile's record of where and how it was made.  Context: exit.  */
#ifndef MRT_ENVIRONMENT_H
#define MRT_ENVIRONMENT_H

#include "runtime.h"
#include "xml.h"

/* Name of this host at BUF, 65 bytes.  */
void mrt_host_name (char *buf);

/* CPU seconds of the process.  */
double mrt_cpu_seconds (void);

/* Write the element <environment>; the process took ELAPSED seconds.  */
void mrt_environment_write (struct mrt_xml *x,
			    const struct mrt_clock_info *clock,
			    double elapsed);

#endif
