/* The map from locations to references and loops.
   SPDX-License-Identifier: GPL-3.0-or-later

   The key is what the user would call a place: file, line and column.  It
   is independent of inlining and of how location_t numbers them, which
   differs in link-time optimisation.  Everything lives as long as the
   compilation, on the plain heap.  */

#include "gcc-compat.h"
#include "names-map.h"

typedef int_hash<HOST_WIDE_INT, -1, -2> place_hash;

/* Loops are equal if all they say is.  */
struct source_loop_hash : typed_noop_remove<source_loop>
{
  typedef source_loop value_type;
  typedef source_loop compare_type;
  static const bool empty_zero_p = true;

  static hashval_t hash (const source_loop &loop)
  {
    inchash::hash h;
    h.add_ptr (loop.file);
    h.add_int (loop.line);
    h.add_int (loop.parent);
    return h.end ();
  }
  static bool equal (const source_loop &a, const source_loop &b)
  {
    return (a.file == b.file && a.variable == b.variable && a.line == b.line
	    && a.end_line == b.end_line && a.parent == b.parent
	    && a.depth == b.depth);
  }
  /* No loop has depth 0.  */
  static void mark_deleted (source_loop &loop) { loop.depth = -1; }
  static void mark_empty (source_loop &loop) { loop.depth = 0; }
  static bool is_deleted (const source_loop &loop) { return loop.depth < 0; }
  static bool is_empty (const source_loop &loop) { return loop.depth == 0; }
};

static hash_map<place_hash, source_place *> *places;
static hash_map<source_loop_hash, int> *loop_numbers;
static hash_map<nofree_string_hash, const char *> *names;
static auto_vec<const char *> files;
static auto_vec<source_loop> loops;

/* A permanent copy of NAME; equal names have equal addresses.  */

const char *
intern_name (const char *name)
{
  if (!name)
    return NULL;
  if (!names)
    names = new hash_map<nofree_string_hash, const char *>;
  if (const char **known = names->get (name))
    return *known;
  const char *copy = xstrdup (name);
  names->put (copy, copy);
  return copy;
}

/* The number of FILE, which is added if it is new.  */

static unsigned
file_number (const char *file)
{
  static unsigned last;
  unsigned i;

  file = intern_name (file);
  if (last < files.length () && files[last] == file)
    return last;
  for (i = 0; i < files.length (); i++)
    if (files[i] == file)
      break;
  if (i == files.length ())
    files.safe_push (file);
  return last = i;
}

/* The key of a place; -1 if it is nowhere.  */

static HOST_WIDE_INT
place_key_at (const char *file, int line, int column)
{
  if (!file || line <= 0 || line >= 1 << 24)
    return -1;
  return ((HOST_WIDE_INT) file_number (file) << 40
	  | (HOST_WIDE_INT) line << 16 | (column & 0xffff));
}

/* The key of LOCATION; -1 if it is nowhere.  */

static HOST_WIDE_INT
place_key (location_t location)
{
  expanded_location where = expand_location (location);

  if (LOCATION_LOCUS (location) <= BUILTINS_LOCATION)
    return -1;
  return place_key_at (where.file, where.line, where.column);
}

/* What is known of LOCATION, or NULL.  */

source_place *
find_place (location_t location)
{
  HOST_WIDE_INT key = places ? place_key (location) : -1;
  source_place **place = key >= 0 ? places->get (key) : NULL;

  return place ? *place : NULL;
}

/* What is known of the place with KEY, to be added to; NULL if KEY is that
   of nowhere.  */

static source_place *
get_place_of (HOST_WIDE_INT key)
{
  if (key < 0)
    return NULL;
  if (!places)
    places = new hash_map<place_hash, source_place *>;
  bool existed;
  source_place *&place = places->get_or_insert (key, &existed);
  if (!existed)
    place = new source_place;
  return place;
}

/* What is known of LOCATION, likewise.  */

source_place *
get_place (location_t location)
{
  return get_place_of (place_key (location));
}

/* What is known of LINE and COLUMN of FILE, likewise.  */

source_place *
get_place_at (const char *file, int line, int column)
{
  return get_place_of (place_key_at (file, line, column));
}

/* Note that a statement of loop INDEX, and if EXIT a condition that ends it,
   stands at PLACE.  */

void
add_loop_at (source_place *place, int index, bool exit)
{
  vec<int> *list = exit ? &place->exits : &place->loops;

  if (!list->contains (index))
    list->safe_push (index);
}

/* Note that REF stands at PLACE.  */

void
add_ref_at (source_place *place, const source_ref *ref)
{
  source_ref copy = *ref;

  copy.text = intern_name (ref->text);
  copy.array = intern_name (ref->array);
  copy.root = intern_name (ref->root);
  for (unsigned i = 0; i < place->refs.length (); i++)
    {
      const source_ref *known = &place->refs[i];
      if (known->text == copy.text && known->array == copy.array
	  && known->size == copy.size && known->store == copy.store
	  && known->root == copy.root && known->shape == copy.shape
	  && known->offset == copy.offset)
	return;
    }
  place->refs.safe_push (copy);
}

/* Add LOOP, once if a template has it several times; returns its index.  */

int
add_source_loop (const source_loop *loop)
{
  source_loop copy = *loop;

  copy.file = intern_name (loop->file);
  copy.variable = intern_name (loop->variable);
  if (!loop_numbers)
    loop_numbers = new hash_map<source_loop_hash, int>;
  bool existed;
  int &number = loop_numbers->get_or_insert (copy, &existed);
  if (existed)
    return number;
  number = loops.length ();
  loops.safe_push (copy);
  return loops.length () - 1;
}

/* Loop INDEX.  */

source_loop *
get_source_loop (int index)
{
  return &loops[index];
}
