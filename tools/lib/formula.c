/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parser of formulas: recursive descent, one function for each level of
   the grammar.

     definition  = name [ "[" word { "," word } "]" ] "=" choice
     choice      = either [ "?" choice ":" choice ]
     either      = both { "||" both }
     both        = comparison { "&&" comparison }
     comparison  = sum [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum ]
     sum         = product { ( "+" | "-" ) product }
     product     = unary { ( "*" | "/" ) unary }
     unary       = ( "-" | "!" ) unary | primary
     primary     = number | name | "(" choice ")"
		 | function "(" choice { "," choice } ")"
		 | "$" scope "(" choice ")"
     name        = letter { letter | digit | "_" | "." } | '"' { any } '"'  */

#include "formula.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* More is no formula but an attack.  */
enum { MOST_TERMS = 2000, MOST_DEPTH = 60, MOST_TEXT = 20000 };

static const struct
{
  const char *name;
  enum term_op op;
  int least, most;	/* arguments */
} functions[] =
  {
    { "min", T_MIN, 1, MOST_TERMS }, { "max", T_MAX, 1, MOST_TERMS },
    { "sum", T_SUM, 1, MOST_TERMS }, { "mean", T_MEAN, 1, MOST_TERMS },
    { "sqrt", T_SQRT, 1, 1 }, { "abs", T_ABS, 1, 1 },
    { "known", T_KNOWN, 1, 1 }, { "default", T_DEFAULT, 2, 2 },
    { "if", T_IF, 3, 3 },
  };

static const struct
{
  const char *name;
  enum selector where;
} selectors[] =
  {
    { "total", SELECT_TOTAL }, { "own", SELECT_OWN },
    { "parent", SELECT_PARENT }, { "module", SELECT_MODULE },
    { "file", SELECT_FILE }, { "procedure", SELECT_PROCEDURE },
    { "loop", SELECT_LOOP },
  };

/* The parsing of one formula.  */
struct parser
{
  struct formula *f;
  const char *text, *at;
  enum selector where;		/* that names here belong to */
  int depth;
  bool failed;
  struct fail *why;
};

static int parse_choice (struct parser *p);

/* Record that P stops at AT since WHAT; what to do is in it.  */

static int
parse_fail (struct parser *p, const char *what)
{
  if (!p->failed)
    fail_set (p->why, NULL, 0, "formula `%.80s', character %zu: %s", p->text,
	      (size_t) (p->at - p->text) + 1, what);
  p->failed = true;
  return -1;
}

static void
skip_blanks (struct parser *p)
{
  while (isspace ((unsigned char) *p->at))
    p->at++;
}

/* Take SIGN if it comes next in P.  */

static bool
take (struct parser *p, const char *sign)
{
  size_t length = strlen (sign);

  skip_blanks (p);
  if (strncmp (p->at, sign, length) != 0)
    return false;
  p->at += length;
  return true;
}

/* A new term OP of P with the arguments A and B, -1 for none.  */

static int
new_term (struct parser *p, enum term_op op, int a, int b)
{
  struct formula *f = p->f;

  if (p->failed)
    return -1;
  if (f->n_terms >= MOST_TERMS)
    return parse_fail (p, "too long; divide it into several metrics");
  f->terms = grow (f->terms, f->n_terms, sizeof *f->terms);
  f->terms[f->n_terms] = (struct term) { .op = op, .first = a, .next = -1 };
  if (a >= 0)
    f->terms[a].next = b;
  return (int) f->n_terms++;
}

/* The name that comes next in P, to be freed; NULL if none does.  */

static char *
take_name (struct parser *p)
{
  const char *begin;
  char *name;

  skip_blanks (p);
  begin = p->at;
  if (*p->at == '"')
    {
      const char *end = strchr (begin + 1, '"');
      if (!end || end == begin + 1)
	{
	  parse_fail (p, "a quoted name has no end, or is empty");
	  return NULL;
	}
      p->at = end + 1;
      return xstrndup (begin + 1, end - begin - 1);
    }
  if (!isalpha ((unsigned char) *p->at) && *p->at != '_')
    return NULL;
  while (isalnum ((unsigned char) *p->at) || *p->at == '_' || *p->at == '.')
    p->at++;
  name = xstrndup (begin, p->at - begin);
  return name;
}

/* The operand NAME of P's present scope; takes NAME over.  */

static int
operand_term (struct parser *p, char *name)
{
  struct formula *f = p->f;
  size_t i = 0;
  int t;

  while (i < f->n_operands && (f->operands[i].where != p->where
			       || strcmp (f->operands[i].name, name) != 0))
    i++;
  if (i == f->n_operands)
    {
      f->operands = grow (f->operands, i, sizeof *f->operands);
      f->operands[f->n_operands++] = (struct operand) { name, p->where };
    }
  else
    free (name);
  t = new_term (p, T_OPERAND, -1, -1);
  if (t >= 0)
    f->terms[t].operand = i;
  return t;
}

/* The arguments of function number K of P, after its parenthesis.  */

static int
parse_arguments (struct parser *p, size_t k)
{
  int first = parse_choice (p), last = first, n = 1;

  while (!p->failed && take (p, ","))
    {
      int next = parse_choice (p);
      if (p->failed)
	return -1;
      p->f->terms[last].next = next;
      last = next;
      n++;
    }
  if (!p->failed && !take (p, ")"))
    return parse_fail (p, "expected , or ) after an argument");
  if (!p->failed && (n < functions[k].least || n > functions[k].most))
    return parse_fail (p, "wrong number of arguments; see memlb help metric");
  int t = new_term (p, functions[k].op, -1, -1);
  if (t >= 0)
    p->f->terms[t].first = first;
  return t;
}

/* NAME ( ...: a function of P; frees NAME.  */

static int
parse_function (struct parser *p, char *name)
{
  size_t k = 0, n = sizeof functions / sizeof *functions;

  while (k < n && strcmp (functions[k].name, name) != 0)
    k++;
  free (name);
  if (k == n)
    return parse_fail (p, "no such function; there are min max sum mean sqrt "
		       "abs if known default");
  return parse_arguments (p, k);
}

/* $SCOPE ( ... ): the same of another scope.  */

static int
parse_selector (struct parser *p)
{
  char *name = take_name (p);
  size_t k = 0, n = sizeof selectors / sizeof *selectors;

  while (name && k < n && strcmp (selectors[k].name, name) != 0)
    k++;
  free (name);
  if (p->failed)
    return -1;
  if (!name || k == n)
    return parse_fail (p, "no such scope; there are $total $own $parent "
		       "$module $file $procedure $loop");
  if (p->where != SELECT_SELF)
    return parse_fail (p, "a $scope inside another; take them apart");
  if (!take (p, "("))
    return parse_fail (p, "expected ( after a $scope");
  p->where = selectors[k].where;
  int t = parse_choice (p);
  p->where = SELECT_SELF;
  if (!p->failed && !take (p, ")"))
    return parse_fail (p, "expected )");
  return t;
}

/* A number.  */

static int
parse_number (struct parser *p)
{
  const char *digits = p->at;
  char *end;
  size_t length = strspn (digits, "0123456789.eE");
  double value = strtod (digits, &end);

  /* Neither hexadecimal numbers nor words.  */
  if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
    return parse_fail (p, "not a number; write it in decimal digits");
  if (end == digits || !isfinite (value) || !length)
    return parse_fail (p, "not a number");
  p->at = end;
  int t = new_term (p, T_NUMBER, -1, -1);
  if (t >= 0)
    p->f->terms[t].number = value;
  return t;
}

static int
parse_primary (struct parser *p)
{
  skip_blanks (p);
  if (isdigit ((unsigned char) *p->at) || *p->at == '.')
    return parse_number (p);
  if (take (p, "$"))
    return parse_selector (p);
  if (take (p, "("))
    {
      int t = parse_choice (p);
      if (!p->failed && !take (p, ")"))
	return parse_fail (p, "expected )");
      return t;
    }
  bool quoted = *p->at == '"';
  char *name = take_name (p);
  if (!name)
    return parse_fail (p, *p->at ? "expected a metric, a number or ("
		       : "ends too early; expected a metric, a number or (");
  if (!quoted && take (p, "("))
    return parse_function (p, name);
  return operand_term (p, name);
}

static int
parse_unary (struct parser *p)
{
  int t;

  skip_blanks (p);
  if (++p->depth > MOST_DEPTH)
    return parse_fail (p, "too deep; divide it into several metrics");
  if (take (p, "-"))
    t = new_term (p, T_NEGATE, parse_unary (p), -1);
  else if (p->at[0] == '!' && p->at[1] != '=' && take (p, "!"))
    t = new_term (p, T_NOT, parse_unary (p), -1);
  else
    t = parse_primary (p);
  p->depth--;
  return t;
}

static int
parse_product (struct parser *p)
{
  int t = parse_unary (p);

  while (!p->failed)
    {
      enum term_op op;
      if (take (p, "*"))
	op = T_MULTIPLY;
      else if (take (p, "/"))
	op = T_DIVIDE;
      else
	break;
      int right = parse_unary (p);
      t = new_term (p, op, t, right);
    }
  return t;
}

static int
parse_sum (struct parser *p)
{
  int t = parse_product (p);

  while (!p->failed)
    {
      enum term_op op;
      if (take (p, "+"))
	op = T_ADD;
      else if (take (p, "-"))
	op = T_SUBTRACT;
      else
	break;
      int right = parse_product (p);
      t = new_term (p, op, t, right);
    }
  return t;
}

static int
parse_comparison (struct parser *p)
{
  static const struct { const char *sign; enum term_op op; } signs[]
    = { { "<=", T_LESS_EQUAL }, { ">=", T_GREATER_EQUAL }, { "==", T_EQUAL },
	{ "!=", T_UNEQUAL }, { "<", T_LESS }, { ">", T_GREATER } };
  int t = parse_sum (p);

  for (size_t i = 0; !p->failed && i < sizeof signs / sizeof *signs; i++)
    if (take (p, signs[i].sign))
      {
	int right = parse_sum (p);
	return new_term (p, signs[i].op, t, right);
      }
  return t;
}

static int
parse_both (struct parser *p)
{
  int t = parse_comparison (p);

  while (!p->failed && take (p, "&&"))
    {
      int right = parse_comparison (p);
      t = new_term (p, T_AND, t, right);
    }
  return t;
}

static int
parse_either (struct parser *p)
{
  int t = parse_both (p);

  while (!p->failed && take (p, "||"))
    {
      int right = parse_both (p);
      t = new_term (p, T_OR, t, right);
    }
  return t;
}

static int
parse_choice (struct parser *p)
{
  int condition, yes, no, t;

  if (++p->depth > MOST_DEPTH)
    return parse_fail (p, "too deep; divide it into several metrics");
  condition = parse_either (p);
  p->depth--;
  if (p->failed || !take (p, "?"))
    return condition;
  p->depth++;
  yes = parse_choice (p);
  if (!p->failed && !take (p, ":"))
    return parse_fail (p, "expected : after the first choice");
  no = parse_choice (p);
  p->depth--;
  t = new_term (p, T_IF, condition, yes);
  if (t >= 0)
    p->f->terms[yes].next = no;
  return t;
}

/* One WORD of the brackets behind P's name: a kind, else the unit.  */

static void
take_word (struct parser *p, const char *begin, const char *end)
{
  while (begin < end && isspace ((unsigned char) *begin))
    begin++;
  while (end > begin && isspace ((unsigned char) end[-1]))
    end--;
  char *word = xstrndup (begin, end - begin);
  char *weight = NULL;
  enum metric_kind kind = kind_parse (word, &weight);

  if (kind == KIND_SUM || kind == KIND_RATIO)
    p->f->kind = kind;
  else if (kind != KIND_NONE || !*word)
    parse_fail (p, "the kind of a derived metric is sum or ratio");
  else if (p->f->unit)
    parse_fail (p, "two units in the brackets");
  else
    {
      p->f->unit = word;
      word = NULL;
    }
  free (weight);
  free (word);
}

/* [UNIT, KIND] of P, in any order, each may be left out.  */

static void
parse_brackets (struct parser *p)
{
  if (!take (p, "["))
    return;
  for (;;)
    {
      size_t length = strcspn (p->at, ",]");
      if (!p->at[length])
	{
	  parse_fail (p, "expected ]");
	  return;
	}
      take_word (p, p->at, p->at + length);
      p->at += length + 1;
      if (p->failed || p->at[-1] == ']')
	return;
    }
}

/* Parse the expression at P's place to the end of the text.  */

static struct formula *
finish (struct parser *p)
{
  if (!p->failed)
    {
      skip_blanks (p);
      p->f->text = xstrdup (p->at);
      p->f->root = parse_choice (p);
    }
  skip_blanks (p);
  if (!p->failed && *p->at)
    parse_fail (p, "expected an operator, or the end");
  if (!p->failed)
    return p->f;
  formula_free (p->f);
  return NULL;
}

/* True when TEXT is short enough, else the reason goes to WHY.  */

static bool
sane_p (const char *text, struct fail *why)
{
  if (strlen (text) <= MOST_TEXT)
    return true;
  fail_set (why, NULL, 0, "a formula of more than %d characters; divide it "
	    "into several metrics", MOST_TEXT);
  return false;
}

/* The definition TEXT as a formula, or NULL with the reason in WHY.  */

struct formula *
formula_parse (const char *text, struct fail *why)
{
  struct parser p = { .text = text, .at = text, .why = why };

  if (!sane_p (text, why))
    return NULL;
  p.f = XCNEW (struct formula);
  p.f->name = take_name (&p);
  if (!p.f->name)
    parse_fail (&p, "expected NAME = EXPRESSION");
  if (!p.failed)
    parse_brackets (&p);
  if (!p.failed && !take (&p, "="))
    parse_fail (&p, "expected = after the name");
  return finish (&p);
}

/* The expression TEXT as a formula called NAME, or NULL with the reason in
   WHY.  */

struct formula *
formula_parse_expression (const char *name, const char *text,
			  struct fail *why)
{
  struct parser p = { .text = text, .at = text, .why = why };

  if (!sane_p (text, why))
    return NULL;
  p.f = XCNEW (struct formula);
  p.f->name = xstrdup (name);
  return finish (&p);
}

/* Free F, which may be NULL.  */

void
formula_free (struct formula *f)
{
  if (!f)
    return;
  for (size_t i = 0; i < f->n_operands; i++)
    free (f->operands[i].name);
  free (f->operands);
  free (f->terms);
  free (f->name);
  free (f->unit);
  free (f->text);
  free (f);
}
