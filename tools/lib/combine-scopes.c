/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which scope and which loop of several profiles are the same.

   A module is known by its name, a file by its path, a procedure by its name
   for the linker, each within the scope around it; a loop by its id within
   its module.  Hash tables hold what was seen, so that the work grows with
   the loops read and the memory with the loops that differ.  */

#include "combining.h"

#include <stdlib.h>
#include <string.h>

/* What is looked up.  */
struct key
{
  size_t parent;	/* scope it stands in */
  const char *name;
  size_t number;	/* of the scope or loop */
};

static hashval_t
hash_key (const void *entry)
{
  const struct key *key = entry;

  return iterative_hash (key->name, strlen (key->name),
			 (hashval_t) key->parent);
}

static int
same_key_p (const void *a, const void *b)
{
  const struct key *x = a, *y = b;

  return x->parent == y->parent && strcmp (x->name, y->name) == 0;
}

/* Prepare C.  */

void
combine_scopes_begin (struct combination *c)
{
  c->scope_numbers = htab_create (64, hash_key, same_key_p, free);
  c->loop_numbers = htab_create (1024, hash_key, same_key_p, free);
}

void
combine_scopes_end (struct combination *c)
{
  htab_delete (c->scope_numbers);
  htab_delete (c->loop_numbers);
}

/* The entry for NAME in PARENT in TABLE, new with the number FRESH and a name
   that lives as long as P.  */

static struct key *
look_up (htab_t table, struct profile *p, size_t parent, const char *name,
	 size_t fresh)
{
  struct key wanted = { parent, name ? name : "", fresh };
  void **slot = htab_find_slot (table, &wanted, INSERT);

  if (!*slot)
    {
      struct key *key = XNEW (struct key);
      *key = wanted;
      key->name = profile_string (p, wanted.name);
      *slot = key;
    }
  return *slot;
}

/* What tells FROM from the others in the same scope.  */

static const char *
scope_name (const struct scope *from)
{
  switch (from->level)
    {
    case LEVEL_FILE: return from->path ? from->path : from->name;
    case LEVEL_PROCEDURE: return from->asm_name ? from->asm_name : from->name;
    default: return from->name;
    }
}

/* A copy of FROM, without its metrics, as the last scope of C, in PARENT.  */

static void
new_scope (struct combination *c, const struct scope *from, size_t parent)
{
  struct profile *p = c->p;

  c->scopes = grow (c->scopes, p->n_scopes, sizeof *c->scopes);
  c->scopes[p->n_scopes] = (struct combined_scope) { 0 };
  struct scope *scope = profile_add_scope (p, from->level, parent);
  scope->id = profile_string (p, from->id);
  scope->name = profile_string (p, from->name);
  scope->path = profile_string (p, from->path);
  scope->build_id = profile_string (p, from->build_id);
  scope->asm_name = profile_string (p, from->asm_name);
  scope->function = profile_string (p, from->function);
  scope->model = profile_string (p, from->model);
  scope->line = from->line;
  for (size_t i = 0; i < from->units.n; i++)
    {
      const struct item *unit = &from->units.at[i];
      struct item *copy = items_add (&scope->units,
				     profile_string (p, unit->element));
      for (size_t k = 0; k < unit->n; k++)
	item_add (copy, profile_string (p, unit->at[k].name),
		  profile_string (p, unit->at[k].value));
    }
}

/* True when the modules A and B of one name are known to be of different
   builds.  */

static bool
other_build_p (const struct scope *a, const struct scope *b)
{
  return a->build_id && b->build_id && strcmp (a->build_id, b->build_id) != 0;
}

/* For each scope of ONE the number of the same in C; new ones are added.  To
   be freed.  */

size_t *
combine_scopes (struct combination *c, const struct profile *one)
{
  size_t *numbers = XNEWVEC (size_t, one->n_scopes + 1);

  for (size_t i = 0; i < one->n_scopes; i++)
    {
      const struct scope *from = &one->scopes[i];
      size_t parent = from->level ? numbers[from->parent] : 0;

      if (from->level == LEVEL_PROGRAM)
	{
	  /* There is one, whatever it is called.  */
	  if (!c->p->n_scopes)
	    new_scope (c, from, 0);
	  numbers[i] = 0;
	  continue;
	}
      const struct key *key = look_up (c->scope_numbers, c->p, parent,
				       scope_name (from), c->p->n_scopes);
      numbers[i] = key->number;
      if (key->number == c->p->n_scopes)
	new_scope (c, from, parent);
      else if (other_build_p (from, &c->p->scopes[key->number]))
	c->p->rebuilt = c->p->scopes[key->number].name;
    }
  return numbers;
}

/* Give LOOP in P the references of FROM.  */

static void
copy_refs (struct profile *p, struct loop *loop, const struct loop *from)
{
  struct contents *to = loop_contents (loop);

  to->n_refs = from->has->n_refs;
  to->refs = xcalloc (to->n_refs + 1, sizeof *to->refs);
  for (size_t i = 0; i < to->n_refs; i++)
    {
      const struct ref *ref = &from->has->refs[i];
      struct ref *copy = &to->refs[i];

      *copy = *ref;
      copy->id = profile_string (p, ref->id);
      copy->name = profile_string (p, ref->name);
      copy->array = profile_string (p, ref->array);
      copy->kind = profile_string (p, ref->kind);
      copy->treatment = profile_string (p, ref->treatment);
    }
}

/* A copy of FROM, without its numbers, as the last loop of C, in SCOPE.  */

static void
new_loop (struct combination *c, const struct loop *from, size_t scope)
{
  struct profile *p = c->p;
  struct loop *loop;

  c->sums = grow (c->sums, p->n_loops, sizeof *c->sums);
  memset (&c->sums[p->n_loops], 0, sizeof *c->sums);
  loop = profile_add_loop (p, scope);
  loop->id = profile_string (p, from->id);
  loop->variable = profile_string (p, from->variable);
  loop->callee = profile_string (p, from->callee);
  struct contents *has = loop_contents (loop);
  has->flags = profile_string (p, from->has->flags);
  has->model = profile_string (p, from->has->model);
  has->library = profile_string (p, from->has->library);
  copy_refs (p, loop, from);
}

/* The module around SCOPE of P, or SCOPE itself.  */

static size_t
module_of (const struct profile *p, size_t scope)
{
  while (scope < p->n_scopes && p->scopes[scope].level > LEVEL_MODULE)
    scope = p->scopes[scope].parent;
  return scope;
}

/* The number of the loop of C that FROM is, which stands in SCOPE of C; a new
   one if there is none.  */

size_t
combine_loop (struct combination *c, const struct loop *from, size_t scope)
{
  const struct key *key = look_up (c->loop_numbers, c->p,
				   module_of (c->p, scope), from->id,
				   c->p->n_loops);

  if (key->number == c->p->n_loops)
    new_loop (c, from, scope);
  return key->number;
}
