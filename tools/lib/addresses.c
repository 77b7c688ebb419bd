/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines of addresses in executables and shared objects, from their own
   debugging information (-g), by libdw.

   A process has its modules where the kernel has put them, so that an address
   by itself says little.  A symbol and the distance from it say all; where no
   symbol is known the address is taken for that of the file, as it is in
   executables that cannot be moved.

   Only regular files are opened, and nothing is asked of a network, as libdw's
   own search for debugging information may do.  Weakness: information that
   stands in a file of its own is not found.  */

#include "addresses.h"

#ifndef HAVE_LIBDW

bool
addresses_possible (void)
{
  return false;
}

bool
addresses_find (struct addresses *a,
		const char *module __attribute__ ((unused)),
		const char *symbol __attribute__ ((unused)),
		uint64_t offset __attribute__ ((unused)),
		uint64_t address __attribute__ ((unused)),
		struct source_line *line __attribute__ ((unused)))
{
  a->n_missed++;
  return false;
}

void
addresses_free (struct addresses *a __attribute__ ((unused)))
{
}

#else /* HAVE_LIBDW */

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "xalloc.h"
#include <libiberty/demangle.h>
#include <libiberty/hashtab.h>

/* No profile needs more.  */
enum { MOST_MODULES = 1000 };

struct symbol
{
  const char *name;
  char *plain;			/* NAME itself, to be freed, or NULL */
  uint64_t value;		/* 0 if several have this name */
};

struct address_module
{
  char *path;
  int fd;
  Elf *elf;			/* NULL if it is none */
  Dwarf *dwarf;			/* NULL if it has no such information */
  htab_t symbols;
};

bool
addresses_possible (void)
{
  return true;
}

static hashval_t
hash_symbol (const void *entry)
{
  return htab_hash_string (((const struct symbol *) entry)->name);
}

static int
same_symbol_p (const void *a, const void *b)
{
  return strcmp (((const struct symbol *) a)->name,
		 ((const struct symbol *) b)->name) == 0;
}

static void
free_symbol (void *entry)
{
  free (((struct symbol *) entry)->plain);
  free (entry);
}

/* Enter the function NAME at VALUE into M; PLAIN is NAME, to be freed, or
   NULL.  */

static void
add_symbol (struct address_module *m, const char *name, char *plain,
	    uint64_t value)
{
  struct symbol wanted = { .name = name }, **slot;

  slot = (struct symbol **) htab_find_slot (m->symbols, &wanted, INSERT);
  if (*slot)
    {
      if ((*slot)->value != value)
	(*slot)->value = 0;
      free (plain);
      return;
    }
  *slot = XCNEW (struct symbol);
  **slot = (struct symbol) { name, plain, value };
}

/* Enter the functions of the symbol table SECTION into M, those of C++ also as
   perf calls them, without parameters.  */

static void
read_symbols (struct address_module *m, Elf_Scn *section)
{
  GElf_Shdr head;
  Elf_Data *data = elf_getdata (section, NULL);

  if (!data || !gelf_getshdr (section, &head) || !head.sh_entsize)
    return;
  for (int i = 0; i < (int) (data->d_size / head.sh_entsize); i++)
    {
      GElf_Sym symbol;
      const char *name;
      if (!gelf_getsym (data, i, &symbol) || !symbol.st_value
	  || (GELF_ST_TYPE (symbol.st_info) != STT_FUNC
	      && GELF_ST_TYPE (symbol.st_info) != STT_NOTYPE)
	  || !(name = elf_strptr (m->elf, head.sh_link, symbol.st_name)))
	continue;
      add_symbol (m, name, NULL, symbol.st_value);
      char *plain = strncmp (name, "_Z", 2) == 0
		    ? cplus_demangle (name, DMGL_NO_OPTS) : NULL;
      if (plain)
	add_symbol (m, plain, plain, symbol.st_value);
    }
}

/* Open M, whose path is set.  */

static void
open_module (struct address_module *m)
{
  struct stat status;
  Elf_Scn *section = NULL;

  m->symbols = htab_create (64, hash_symbol, same_symbol_p,
			    free_symbol);
  m->fd = open (m->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (m->fd < 0 || fstat (m->fd, &status) != 0 || !S_ISREG (status.st_mode))
    return;
  elf_version (EV_CURRENT);
  m->elf = elf_begin (m->fd, ELF_C_READ_MMAP, NULL);
  if (!m->elf || elf_kind (m->elf) != ELF_K_ELF)
    return;
  m->dwarf = dwarf_begin_elf (m->elf, DWARF_C_READ, NULL);
  while (m->dwarf && (section = elf_nextscn (m->elf, section)))
    {
      GElf_Shdr head;
      if (gelf_getshdr (section, &head)
	  && (head.sh_type == SHT_SYMTAB || head.sh_type == SHT_DYNSYM))
	read_symbols (m, section);
    }
}

/* The module of A with PATH, NULL if there are too many.  */

static struct address_module *
module_of (struct addresses *a, const char *path)
{
  for (size_t i = 0; i < a->n; i++)
    if (strcmp (a->modules[i].path, path) == 0)
      return &a->modules[i];
  if (a->n >= MOST_MODULES)
    return NULL;
  a->modules = grow (a->modules, a->n, sizeof *a->modules);
  struct address_module *m = &a->modules[a->n++];
  *m = (struct address_module) { .path = xstrdup (path), .fd = -1 };
  open_module (m);
  return m;
}

/* The compilation unit of M that holds ADDRESS, into *UNIT.  Return whether
   there is one.  */

static bool
find_unit (struct address_module *m, uint64_t address, Dwarf_Die *unit)
{
  Dwarf_CU *cu = NULL;
  Dwarf_Die die;
  uint8_t type;

  if (dwarf_addrdie (m->dwarf, address, unit))
    return true;
  /* Not all compilers write the table that this looks into.  */
  while (dwarf_get_units (m->dwarf, cu, &cu, NULL, &type, unit, &die) == 0)
    if (type == DW_UT_compile && dwarf_haspc (unit, address) == 1)
      return true;
  return false;
}

/* The file of the function that holds ADDRESS in UNIT, not of one that was
   inlined there; NULL if unknown.  */

static const char *
function_file (Dwarf_Die *unit, uint64_t address)
{
  Dwarf_Die *scopes = NULL, *around = NULL;
  const char *file = NULL;
  int n = dwarf_getscopes (unit, address, &scopes);

  /* What follows an inlined function there is what is around its definition;
     here that counts which is around the place.  */
  n = n > 0 ? dwarf_getscopes_die (&scopes[0], &around) : 0;
  for (int i = 0; i < n && !file; i++)
    if (dwarf_tag (&around[i]) == DW_TAG_subprogram)
      file = dwarf_decl_file (&around[i]);
  free (scopes);
  free (around);
  return file;
}

/* Find the LINE of what is OFFSET bytes behind SYMBOL in the file MODULE, or,
   where SYMBOL is NULL, of ADDRESS.  Return whether it is known.  */

bool
addresses_find (struct addresses *a, const char *module, const char *symbol,
		uint64_t offset, uint64_t address, struct source_line *line)
{
  struct address_module *m = *module == '/' ? module_of (a, module) : NULL;
  Dwarf_Die unit;

  a->n_missed++;
  if (!m || !m->dwarf)
    return false;
  if (symbol)
    {
      struct symbol wanted = { .name = symbol };
      const struct symbol *found = htab_find (m->symbols, &wanted);
      if (!found || !found->value)
	return false;
      address = found->value + offset;
    }
  if (!find_unit (m, address, &unit))
    return false;
  Dwarf_Line *at = dwarf_getsrc_die (&unit, address);
  int number = 0;
  const char *file = at ? dwarf_linesrc (at, NULL, NULL) : NULL;
  if (!file || dwarf_lineno (at, &number) != 0 || number <= 0)
    return false;
  const char *whose = function_file (&unit, address);
  *line = (struct source_line) { file, whose ? whose : file, number };
  a->n_missed--;
  a->n_found++;
  return true;
}

void
addresses_free (struct addresses *a)
{
  for (size_t i = 0; i < a->n; i++)
    {
      struct address_module *m = &a->modules[i];
      htab_delete (m->symbols);
      if (m->dwarf)
	dwarf_end (m->dwarf);
      if (m->elf)
	elf_end (m->elf);
      if (m->fd >= 0)
	close (m->fd);
      free (m->path);
    }
  free (a->modules);
}

#endif /* HAVE_LIBDW */
