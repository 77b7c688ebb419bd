/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes that memlb's plugin leaves in object files: one per object with
   descriptors, name `memlb', type 1, the text
   `version=V;compiler=C;options=O'.  The linker joins the notes of the
   objects that it links.  And the build ids of executables.  */

#include "elf-notes.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "xalloc.h"

enum { NOTE_TYPE = 1 };

/* The value of KEY in TEXT, up to the next `;', or up to the end for the
   LAST key, whose value may hold one.  To be freed.  */

static char *
value_of (const char *text, const char *key, bool last)
{
  const char *at = strstr (text, key);

  if (!at)
    return xstrdup ("?");
  at += strlen (key);
  return xstrndup (at, strcspn (at, last ? "\n" : ";\n"));
}

/* Count in NOTES an object whose note says TEXT.  */

static void
add_note (struct elf_notes *notes, const char *text)
{
  struct build b = { value_of (text, "version=", false),
		     value_of (text, "compiler=", false),
		     value_of (text, "options=", true), 1 };

  for (size_t i = 0; i < notes->n_builds; i++)
    {
      struct build *old = &notes->builds[i];
      if (strcmp (old->version, b.version) == 0
	  && strcmp (old->compiler, b.compiler) == 0
	  && strcmp (old->options, b.options) == 0)
	{
	  old->n++;
	  free (b.version);
	  free (b.compiler);
	  free (b.options);
	  return;
	}
    }
  notes->builds = grow (notes->builds, notes->n_builds,
			sizeof *notes->builds);
  notes->builds[notes->n_builds++] = b;
}

static void
free_builds (struct elf_notes *notes)
{
  for (size_t i = 0; i < notes->n_builds; i++)
    {
      free (notes->builds[i].version);
      free (notes->builds[i].compiler);
      free (notes->builds[i].options);
    }
  free (notes->builds);
}

/* Take memlb's notes out of DATA, the contents of a note section.  */

static void
read_section (struct elf_notes *notes, Elf_Data *data)
{
  size_t offset = 0, name, text;
  GElf_Nhdr head;

  while (data->d_buf
	 && (offset = gelf_getnote (data, offset, &head, &name, &text)) > 0)
    if (head.n_type == NOTE_TYPE && head.n_namesz == sizeof "memlb"
	&& memcmp ((char *) data->d_buf + name, "memlb", sizeof "memlb") == 0)
      {
	char *copy = xstrndup ((char *) data->d_buf + text, head.n_descsz);
	add_note (notes, copy);
	free (copy);
      }
}

/* What the ELF type TYPE is called.  A position-independent executable has
   the type of a shared object and differs by its interpreter.  */

static const char *
kind_of (Elf *elf, unsigned type)
{
  size_t n = 0;
  GElf_Phdr head;

  if (type == ET_REL)
    return "object";
  if (type == ET_EXEC)
    return "executable";
  if (type != ET_DYN)
    return "ELF file";
  elf_getphdrnum (elf, &n);
  for (size_t i = 0; i < n; i++)
    if (gelf_getphdr (elf, (int) i, &head) && head.p_type == PT_INTERP)
      return "executable";
  return "shared object";
}

/* True if a section of this NAME holds GCC's intermediate code.  */

static bool
lto_section_p (const char *name)
{
  static const char start[] = ".gnu.lto_";

  return name && strncmp (name, start, strlen (start)) == 0;
}

/* Read all notes of ELF and hand them to VISIT.  */

static void
read_elf (Elf *elf, struct elf_notes *notes, elf_notes_visit *visit,
	  void *data)
{
  Elf_Scn *section = NULL;
  GElf_Ehdr head;
  GElf_Shdr shdr;
  size_t names = 0;

  notes->kind = gelf_getehdr (elf, &head) ? kind_of (elf, head.e_type) : "?";
  elf_getshdrstrndx (elf, &names);
  while ((section = elf_nextscn (elf, section)))
    if (gelf_getshdr (section, &shdr) && shdr.sh_type == SHT_NOTE)
      {
	Elf_Data *contents = elf_getdata (section, NULL);
	if (contents)
	  read_section (notes, contents);
      }
    else
      notes->lto |= lto_section_p (elf_strptr (elf, names, shdr.sh_name));
  visit (notes, data);
  free_builds (notes);
}

/* Read the members of the archive ARCHIVE, open as FD.  Members that are no
   ELF files (the symbol table) are passed over.  */

static void
read_archive (Elf *archive, int fd, const char *file, elf_notes_visit *visit,
	      void *data)
{
  Elf_Cmd command = ELF_C_READ;
  Elf *member;

  while ((member = elf_begin (fd, command, archive)))
    {
      Elf_Arhdr *head = elf_getarhdr (member);
      struct elf_notes notes
	= { .file = file, .member = head ? head->ar_name : "?" };

      if (elf_kind (member) == ELF_K_ELF)
	read_elf (member, &notes, visit, data);
      command = elf_next (member);
      elf_end (member);
    }
}

/* Hand what FILE, an object, executable, shared object or archive, carries
   to VISIT with DATA, once per object of an archive.  Return 0, or -1 with
   the reason in WHY.  */

int
elf_notes_read (const char *file, elf_notes_visit *visit, void *data,
		struct fail *why)
{
  int fd = open (file, O_RDONLY | O_CLOEXEC), result = 0;
  struct elf_notes notes = { .file = file };
  Elf *elf;

  if (fd < 0)
    return fail_set (why, file, 0, "cannot open: %s", strerror (errno));
  elf_version (EV_CURRENT);
  elf = elf_begin (fd, ELF_C_READ, NULL);
  if (elf && elf_kind (elf) == ELF_K_AR)
    read_archive (elf, fd, file, visit, data);
  else if (elf && elf_kind (elf) == ELF_K_ELF)
    read_elf (elf, &notes, visit, data);
  else
    result = fail_set (why, file, 0, "neither an ELF file nor an archive; "
		       "name an object, a program or a library");
  elf_end (elf);
  close (fd);
  return result;
}

/* The build id among the notes of DATA in hexadecimal, or NULL.  */

static char *
build_id_of (Elf_Data *data)
{
  size_t offset = 0, name, text;
  GElf_Nhdr head;

  while (data->d_buf
	 && (offset = gelf_getnote (data, offset, &head, &name, &text)) > 0)
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == sizeof "GNU"
	&& memcmp ((char *) data->d_buf + name, "GNU", sizeof "GNU") == 0)
      {
	const unsigned char *from = (unsigned char *) data->d_buf + text;
	char *id = XNEWVEC (char, 2 * (size_t) head.n_descsz + 1);
	for (size_t i = 0; i < head.n_descsz; i++)
	  sprintf (id + 2 * i, "%02x", from[i]);
	id[2 * head.n_descsz] = '\0';
	return id;
      }
  return NULL;
}

char *
elf_build_id (const char *file)
{
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  Elf_Scn *section = NULL;
  GElf_Shdr shdr;
  char *id = NULL;

  if (fd < 0)
    return NULL;
  elf_version (EV_CURRENT);
  Elf *elf = elf_begin (fd, ELF_C_READ, NULL);
  while (elf && elf_kind (elf) == ELF_K_ELF && !id
	 && (section = elf_nextscn (elf, section)))
    if (gelf_getshdr (section, &shdr) && shdr.sh_type == SHT_NOTE)
      {
	Elf_Data *contents = elf_getdata (section, NULL);
	id = contents ? build_id_of (contents) : NULL;
      }
  elf_end (elf);
  close (fd);
  return id;
}
