/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which library has a function that keeps a nest from a bound.

   A module's own functions are those that it does not import; what it imports
   is looked for as the loader does, in the objects' order, by their hash tables
   (of the GNU kind, which all linkers make).  Of versions of symbols nothing is
   asked: the first object with the name is the answer.  */

#include "library.h"
#include "runtime.h"

#include <link.h>

/* The dynamic symbols of an object.  */
struct symbols
{
  const ElfW (Sym) *table;
  const char *names;
  const uint32_t *hash;		/* GNU's */
};

/* What dl_iterate_phdr goes through the objects for.  */
struct wanted
{
  const char *name;
  uint64_t importer;		/* base of the module that calls it */
  bool imported;
  uint32_t hash;
  uint64_t base;		/* of the first object that has it */
  const char *library;		/* and its name, or NULL */
};

/* Where the address AT of an object at BASE lies; the C library may have added
   the base, or not.  */

static const void *
place (uint64_t base, uint64_t at)
{
  return (const void *) (at < base ? base + at : at);
}

/* Find the dynamic symbols of the object that INFO describes.  */

static bool
find_symbols (struct symbols *s, const struct dl_phdr_info *info)
{
  *s = (struct symbols) { NULL, NULL, NULL };
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      for (const ElfW (Dyn) *d = (const void *) (info->dlpi_addr
						 + info->dlpi_phdr[i].p_vaddr);
	   d->d_tag != DT_NULL; d++)
	{
	  const void *at = place (info->dlpi_addr, d->d_un.d_ptr);
	  if (d->d_tag == DT_SYMTAB)
	    s->table = at;
	  else if (d->d_tag == DT_STRTAB)
	    s->names = at;
	  else if (d->d_tag == DT_GNU_HASH)
	    s->hash = at;
	}
  return s->table && s->names && s->hash;
}

/* True if the object of S takes NAME from another one.  Such symbols precede
   those that have a hash.  */

static bool
imports_p (const struct symbols *s, const char *name)
{
  for (uint32_t i = 1; i < s->hash[1]; i++)
    if (s->table[i].st_shndx == SHN_UNDEF
	&& mrt_equal_p (s->names + s->table[i].st_name, name))
      return true;
  return false;
}

static uint32_t
hash_of (const char *name)
{
  uint32_t h = 5381;
  for (; *name; name++)
    h = 33 * h + (unsigned char) *name;
  return h;
}

/* True if the object of S has a definition of W's name.  The table: numbers of
   buckets, of the first symbol with a hash, of words of a Bloom filter and its
   shift; the filter; the buckets; the hashes, the last of each bucket odd.  */

static bool
defines_p (const struct symbols *s, const struct wanted *w)
{
  uint32_t n_buckets = s->hash[0], first = s->hash[1], n_words = s->hash[2];
  const ElfW (Addr) *filter = (const void *) (s->hash + 4);
  const uint32_t *buckets = (const void *) (filter + n_words);
  const uint32_t *hashes = buckets + n_buckets;
  if (!n_buckets || !n_words)
    return false;
  const unsigned bits = 8 * sizeof *filter;
  ElfW (Addr) word = filter[w->hash / bits % n_words];
  if (!(word >> w->hash % bits & word >> (w->hash >> s->hash[3]) % bits & 1))
    return false;
  uint32_t i = buckets[w->hash % n_buckets];
  if (i < first)
    return false;
  for (;; i++)
    {
      uint32_t h = hashes[i - first];
      if ((h | 1) == (w->hash | 1) && s->table[i].st_shndx != SHN_UNDEF
	  && mrt_equal_p (s->names + s->table[i].st_name, w->name))
	return true;
      if (h & 1)
	return false;
    }
}

/* What stands behind the last slash of PATH.  */

static const char *
file_name (const char *path)
{
  const char *name = path;
  for (; *path; path++)
    if (*path == '/')
      name = path + 1;
  return name;
}

static int
visit_importer (struct dl_phdr_info *info, size_t size, void *arg)
{
  (void) size;
  struct wanted *w = arg;
  struct symbols s;
  if (info->dlpi_addr != w->importer)
    return 0;
  w->imported = find_symbols (&s, info) && imports_p (&s, w->name);
  return 1;
}

static int
visit_object (struct dl_phdr_info *info, size_t size, void *arg)
{
  (void) size;
  struct wanted *w = arg;
  struct symbols s;
  if (!find_symbols (&s, info) || !defines_p (&s, w))
    return 0;
  w->base = info->dlpi_addr;
  w->library = info->dlpi_name;
  return 1;
}

/* True if the object at BASE has nests of its own.  */

static bool
instrumented_p (uint64_t base)
{
  for (const struct mrt_module *m = mrt_modules; m; m = m->next)
    if (m->info && m->base == base)
      return true;
  return false;
}

const char *
mrt_library_of (const struct mrt_module *m, const char *name)
{
  struct wanted w = { .name = name, .importer = m->base, .hash = hash_of (name) };
  dl_iterate_phdr (visit_importer, &w);
  if (!w.imported)
    return NULL;
  dl_iterate_phdr (visit_object, &w);
  if (!w.library || !*w.library || w.base == m->base || instrumented_p (w.base))
    return NULL;
  return mrt_keep_string (file_name (w.library));
}
