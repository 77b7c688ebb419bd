#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check-layers.sh [TOP]: the rules between the parts of memlb (HACKING,
# "Parts"), checked by what each file includes and names.
#
# Prints FILE:LINE: RULE for every violation; exits 1 if there was one.
# It reads text, not C: comments are blanked first, strings are not.

set -u
cd "${1:-${srcdir:-.}}" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
: > "$tmp/found"

# sources DIR...: the C, C++ and assembly files below DIR.
sources ()
{
  for dir do
    test ! -d "$dir" || find "$dir" -type f \( -name '*.[chS]' \
      -o -name '*.cc' -o -name '*.def' \) -print
  done | LC_ALL=C sort
}

# blank FILE: FILE without comments, line for line.
blank ()
{
  awk '
    {
      out = ""
      while (length ($0) > 0)
	if (inside)
	  {
	    if ((end = index ($0, "*/")) == 0)
	      break
	    $0 = substr ($0, end + 2)
	    inside = 0
	  }
	else
	  {
	    if ((begin = index ($0, "/*")) == 0)
	      {
		out = out $0
		break
	      }
	    out = out substr ($0, 1, begin - 1)
	    $0 = substr ($0, begin + 2)
	    inside = 1
	  }
      sub (/\/\/.*/, "", out)
      print out
    }' "$1"
}

# forbid RULE PATTERN: no line of the files named on standard input may
# match the extended regular expression PATTERN.
forbid ()
{
  while read -r file; do
    blank "$file" | grep -nE -e "$2" \
      | sed -e "s|^\([0-9]*\):.*|$file:\1: $1|" >> "$tmp/found"
  done
}

# require RULE PATTERN ALLOWED: as forbid, but lines that match ALLOWED pass.
require ()
{
  while read -r file; do
    blank "$file" | grep -nE -e "$2" | grep -vE -e "$3" \
      | sed -e "s|^\([0-9]*\):.*|$file:\1: $1|" >> "$tmp/found"
  done
}

inc='^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]'
where='([^">]*/)?'

# 1. The contract stands alone.
sources include | require 'include/ includes only <stdint.h>, <stddef.h>' \
  "$inc" '(<stdint\.h>|<stddef\.h>|"(abi|reasons)\.def")'

# 2. - 4. No part includes another; the contract joins plugin and runtime.
sources plugin | forbid 'plugin/ includes only GCC and include/memlb' \
  "$inc$where(runtime|tools)/"
sources runtime | forbid 'runtime/ includes only libc and include/memlb' \
  "$inc$where(plugin|tools|libxml2?)/|$inc(gcc-plugin|libxml)"
sources runtime | forbid 'runtime/ does without stdio' \
  "$inc(stdio|wchar|err|error)\\.h"
sources runtime | forbid 'runtime/ does without stdio and malloc' \
  '(^|[^[:alnum:]_>.])(malloc|calloc|realloc|reallocarray|free|strdup|strndup|asprintf|v?[fsd]?n?printf|v?snprintf|fopen|fputs|puts|perror|syslog) *\('
sources tools | forbid 'tools/ know the XML only, never the ABI' \
  "$inc$where""abi\\.(h|def)"
sources tools | forbid 'tools/ includes neither plugin/ nor runtime/' \
  "$inc$where(plugin|runtime)/"

# 5. No subcommand includes another, nothing includes a source file.
for file in tools/cmds/*.c; do
  test -f "$file" || continue
  self=$(basename "$file" .c)
  for other in tools/cmds/*.c; do
    name=$(basename "$other" .c)
    # report.c and report-text.c are one subcommand.
    case $name in "$self" | "$self"-*) continue ;; esac
    case $self in "$name"-*) continue ;; esac
    echo "$file" | forbid "a subcommand includes another, $name" \
      "$inc([^\">]*cmds/|\\./)?$name\\.h\""
  done
done
sources include plugin runtime tools testsuite examples bench \
  | forbid 'a source file is included' "${inc}[^\">]*\\.(c|cc|S)[\">]"

# 6. Only the back end names machine registers.
registers='%%?[re]?(ax|bx|cx|dx|si|di|sp|bp)([^[:alnum:]_]|$)'
registers="$registers|(^|[^[:alnum:]_])[re](ax|bx|cx|dx|si|di|sp|bp)([^[:alnum:]_]|\$)"
registers="$registers|[xyz]mm[0-9]|(^|[^[:alnum:]_])(AX|BX|CX|DX|SI|DI|BP|SP|FLAGS|XMM0|R8|R9|R1[0-5])_REG([^[:alnum:]_]|\$)"
registers="$registers|(^|[^[:alnum:]_])(tpidr|cntvct)_el0|(R[0-9]+|SP|V0|P0)_REGNUM"
sources plugin | grep -v '^plugin/target-' \
  | forbid 'only plugin/target-* names registers' "$registers"
sources runtime | grep -v '^runtime/arch/' \
  | forbid 'only runtime/arch/ names registers' "$registers|REG_R[A-Z0-9]"

# 7. What differs between versions of GCC is in one place.
sources plugin | grep -v '^plugin/gcc-compat\.h$' \
  | forbid 'only plugin/gcc-compat.h asks for the version of GCC' \
  'BUILDING_GCC_VERSION'

# 8. Every file says its licence; what is linked into programs has the
# exception.
for dir in include plugin runtime tools schema testsuite examples bench \
	   build-aux m4 doc; do
  test ! -d "$dir" || find "$dir" -type f \( -name '*.[chSf]' -o -name '*.cc' \
    -o -name '*.f90' -o -name '*.def' -o -name '*.am' -o -name '*.mk' \
    -o -name '*.m4' -o -name '*.sh' -o -name '*.py' -o -name '*.rng' \) -print
done | LC_ALL=C sort > "$tmp/licensed"
while read -r file; do
  head -n 5 "$file" | grep -q 'SPDX-License-Identifier: ' \
    || echo "$file:1: no SPDX-License-Identifier in the first lines"
done < "$tmp/licensed" >> "$tmp/found"
sources include runtime | while read -r file; do
  head -n 5 "$file" | grep -q 'WITH GCC-exception-3.1' \
    || echo "$file:1: linked into programs: needs WITH GCC-exception-3.1"
done >> "$tmp/found"

if test -s "$tmp/found"; then
  sed 's/^/check-layers: /' "$tmp/found" >&2
  exit 1
fi
echo "check-layers: ok"
