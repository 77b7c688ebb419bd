/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Strings and memory without the C library: the runtime lives in somebody
   else's process and may be entered from a signal handler, so it calls
   neither malloc nor stdio.  */
#ifndef MRT_BASE_H
#define MRT_BASE_H

#include "arch.h"

#define MRT_EXPORT __attribute__ ((visibility ("default")))
#define MRT_MIN(A, B) ((A) < (B) ? (A) : (B))
#define MRT_MAX(A, B) ((A) > (B) ? (A) : (B))

#define mrt_load(P) __atomic_load_n ((P), __ATOMIC_RELAXED)
#define mrt_store(P, V) __atomic_store_n ((P), (V), __ATOMIC_RELAXED)
/* Counters have one writer, their thread; readers at exit may be another.  */
#define mrt_add(P, N) mrt_store ((P), mrt_load (P) + (N))

/* X * A / B, to a part in a million of B; B is not 0.  */
static inline uint64_t
mrt_scaled (uint64_t x, uint64_t a, uint64_t b)
{
  for (; (a | b) >> 31; b = MRT_MAX (b >> 4, 1))
    a >>= 4;
  return x / b * a + x % b * a / b;
}

/* N bytes of zeroed address space without a reservation, aligned to ALIGN
   (a power of two of at least a page), or NULL.  Context: any.  */
void *mrt_map (size_t n, size_t align);
void mrt_unmap (void *p, size_t n);

/* N bytes that are never given back, zeroed, or NULL.  Context: any thread,
   not in a signal handler.  */
void *mrt_keep (size_t n);

/* In a forked child: no other thread is in there.  */
void mrt_keep_forked (void);

/* A kept copy of string S, or NULL.  */
const char *mrt_keep_string (const char *s);

size_t mrt_length (const char *s);
bool mrt_equal_p (const char *a, const char *b);
int mrt_compare (const char *a, const char *b);
bool mrt_prefix_p (const char *s, const char *prefix);
const char *mrt_find (const char *s, char c);
const char *mrt_basename (const char *path);

/* True when NAME matches the glob PATTERN of N characters (* ? [set]).  */
bool mrt_glob_p (const char *pattern, size_t n, const char *name);

/* VALUE in decimal at BUF, at least 21 bytes; returns BUF's new length.  */
size_t mrt_decimal (char *buf, uint64_t value);

/* The number at the start of S; *END is set behind it, to S if none.  */
uint64_t mrt_parse_number (const char *s, const char **end);

/* The environment variable NAME, or NULL.  */
const char *mrt_env (const char *name);

/* From now on mrt_message speaks only where standard error is what it is now:
   a program may close it, and use its number for a file of its own.  Context:
   start only.  */
void mrt_message_start (void);

/* One line on standard error: "memlb: ", then the parts, NULL ends them.
   Context: any.  */
void mrt_message (const char *part, ...) __attribute__ ((sentinel));

/* Up to N-1 bytes of file PATH as a string at BUF; its length, or -1.  */
long mrt_read_file (const char *path, char *buf, size_t n);

#endif
