/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The C part of the stubs object: tells the runtime which descriptors this
   module carries.  Linked into every module, so everything is hidden; called
   from the stubs' .init_array and .fini_array.  */

#include "module.h"

extern struct memlb_nest __start_memlb_nests[]
  __attribute__ ((weak, visibility ("hidden")));
extern struct memlb_nest __stop_memlb_nests[]
  __attribute__ ((weak, visibility ("hidden")));
extern struct memlb_callee_row __start_memlb_callees[]
  __attribute__ ((weak, visibility ("hidden")));
extern struct memlb_callee_row __stop_memlb_callees[]
  __attribute__ ((weak, visibility ("hidden")));

MRT_EXPORT void __memlb_rt_register (struct mrt_module_info *);
MRT_EXPORT void __memlb_rt_unregister (const struct mrt_module_info *);

void __memlb_module_start (void);
void __memlb_module_stop (void);

static struct mrt_module_info info;

void
__memlb_module_start (void)
{
  info.abi_version = MEMLB_ABI_VERSION;
  info.struct_size = sizeof info;
  info.begin = __start_memlb_nests;
  info.end = __stop_memlb_nests;
  info.address = &info;
  info.callees = __start_memlb_callees;
  info.callees_end = __stop_memlb_callees;
  if (info.begin != info.end || info.callees != info.callees_end)
    __memlb_rt_register (&info);
}

void
__memlb_module_stop (void)
{
  if (info.begin != info.end || info.callees != info.callees_end)
    __memlb_rt_unregister (&info);
}
