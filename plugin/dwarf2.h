/* The DWARF constants that GCC's dwarf2out.h and unwind.cc use.
   SPDX-License-Identifier: GPL-3.0-or-later

   GCC installs dwarf2out.h for plugins, but not the dwarf2.h that it
   includes.  The values are those of the DWARF standard.  */
#ifndef MEMLB_DWARF2_H
#define MEMLB_DWARF2_H

enum dwarf_call_frame_info MEMLB_ENUM_INT
{
  DW_CFA_remember_state = 0x0a,
  DW_CFA_restore_state = 0x0b,
  DW_CFA_def_cfa = 0x0c,
  DW_CFA_def_cfa_register = 0x0d,
  DW_CFA_def_cfa_offset = 0x0e,
  DW_CFA_def_cfa_expression = 0x0f,
  DW_CFA_val_expression = 0x16,
  DW_CFA_hi_user = 0x3f,
  DW_CFA_offset = 0x80,
  DW_CFA_restore = 0xc0
};

enum dwarf_location_atom
{
  DW_OP_deref = 0x06,
  DW_OP_const2s = 0x0b,
  DW_OP_plus = 0x22,
  DW_OP_plus_uconst = 0x23,
  DW_OP_breg0 = 0x70
};

/* Only their names are needed.  */
enum dwarf_attribute { DW_AT_none = 0 };
enum dwarf_tag { DW_TAG_none = 0 };

#endif /* MEMLB_DWARF2_H */
