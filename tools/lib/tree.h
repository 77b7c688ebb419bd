/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile as the tree of its elements, with any number of metrics on its
   scopes.  Unlike struct profile, which holds what a report shows, it keeps
   everything that stands in the file, so that it can be written again.

   Strings and nodes live as long as the tree.  */

#ifndef MEMLB_TOOLS_TREE_H
#define MEMLB_TOOLS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <obstack.h>
#include "formula.h"

/* The elements that are scopes, from the outside in.  */
enum scope_kind
{
  SCOPE_NONE,
  SCOPE_PROGRAM, SCOPE_MODULE, SCOPE_FILE, SCOPE_PROCEDURE, SCOPE_INLINED,
  SCOPE_LOOP, SCOPE_BLOCK, SCOPE_LINE, SCOPE_REF
};

struct attribute
{
  const char *name, *value;
};

/* One element.  */
struct node
{
  const char *element;
  struct node *parent, *first, *last, *next;
  struct attribute *attributes;
  uint32_t n_attributes;
  uint32_t number;	/* of a scope: its place in the tree's order */
  uint8_t kind;		/* enum scope_kind */
};

/* The value of a metric in one scope, with everything in it.  */
struct cell
{
  struct node *scope;
  double value;
};

/* One metric.  */
struct metric
{
  const char *name, *unit, *formula;	/* NULL where unknown */
  enum metric_kind kind;
  const char *weight;	/* the metric that KIND refers to, or NULL */
  bool builtin;		/* stands in attributes, not in <m> */
  bool declared;	/* in <metrics> */
  struct cell *cells;
  size_t n_cells;
};

struct tree
{
  const char *source;	/* the file it came from, for messages */
  struct node *root, *program, *metrics_element;
  struct node **scopes;	/* in the file's order: the program first */
  size_t n_scopes;
  bool numbered;	/* SCOPES is up to date */
  struct metric *metrics;
  size_t n_metrics;
  void *metric_table;	/* names to numbers, for tree_metric */
  size_t n_cells;
  void *words;		/* libxml2's dictionary, with names of attributes */
  struct obstack storage;
};

struct tree *tree_new (const char *source);
struct tree *tree_new_profile (const char *source, const char *program);
void tree_free (struct tree *t);
const char *tree_string (struct tree *t, const char *text);

struct node *tree_add (struct tree *t, struct node *parent,
		       const char *element);
struct node *tree_insert_after (struct tree *t, struct node *parent,
				struct node *before, const char *element);
void tree_set (struct tree *t, struct node *node, const char *name,
	       const char *value);
void tree_set_number (struct tree *t, struct node *node, const char *name,
		      double value);
const char *node_get (const struct node *node, const char *name);
double node_number (const struct node *node, const char *name);
const struct node *node_inside (const struct node *node,
				enum scope_kind kind);
enum scope_kind scope_kind_of (const char *element);
const char *node_name (const struct node *node);
void tree_number (struct tree *t);

enum { NO_METRIC = -1 };
int tree_metric (struct tree *t, const char *name);
int tree_add_metric (struct tree *t, const char *name);
void tree_drop_cells (struct tree *t, int metric);
void tree_add_cell (struct tree *t, int metric, struct node *scope,
		    double value);
void tree_declare (struct tree *t, int metric, const char *unit,
		   const char *kind);
double *tree_stored (struct tree *t, int metric);

struct tree *tree_read (const char *file, struct fail *why);
int tree_write (struct tree *t, const char *file, struct fail *why);

#endif /* MEMLB_TOOLS_TREE_H */
