/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A computed goto in an interpreter's loop; -O2 makes no loop of it.  */
/* memlb-levels: -O1 -Os */
/* memlb-reason: computed-goto */
/* memlb-copied: 0 */
long
run (const unsigned char *code, long *stack)
{
  static const void *const op[] = { &&push, &&add, &&stop };
  long *sp = stack;

  goto *op[*code++];
push:
  *++sp = *code++;
  goto *op[*code++];
add:
  sp--;
  *sp += sp[1];
  goto *op[*code++];
stop:
  return *sp;
}
