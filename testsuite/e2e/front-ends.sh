#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# front-ends.sh: Ada and D load the plugin as it is: the same output, loops with
# bounds, their names and lines, what is refused and why; linked by gnatlink and
# gdc with the wrapper's help.  Skipped where GCC has neither front end.
. "$srcdir/e2e-lib.sh"

cat > numbers.ads <<'END'
package Numbers is
   type Vector is array (Integer range <>) of Long_Float;
   procedure Add (A : in out Vector; B, C : Vector; S : Long_Float);
   function Sum (A : Vector) return Long_Float;
   function Find (A : Vector; X : Long_Float) return Integer;
   Missing : exception;
end Numbers;
END
cat > numbers.adb <<'END'
package body Numbers is
   procedure Add (A : in out Vector; B, C : Vector; S : Long_Float) is
   begin
      for I in A'Range loop
         A (I) := B (I) + S * C (I);
      end loop;
   end Add;

   function Sum (A : Vector) return Long_Float is
      R : Long_Float := 0.0;
   begin
      for K in A'Range loop
         R := R + A (K);
      end loop;
      return R;
   end Sum;

   function Find (A : Vector; X : Long_Float) return Integer is
   begin
      for I in A'Range loop
         if A (I) = X then
            return I;
         end if;
      end loop;
      raise Missing;
   end Find;
end Numbers;
END
cat > triad.adb <<'END'
with Ada.Text_IO;
with Numbers; use Numbers;
procedure Triad is
   A, B, C : Vector (1 .. 20_000) := (others => 0.0);
   Short : Vector (1 .. 10) := (others => 1.0);
begin
   for I in B'Range loop
      B (I) := Long_Float (I mod 7);
      C (I) := Long_Float (I mod 5);
   end loop;
   for R in 1 .. 50 loop
      Add (A, B, C, 0.5);
   end loop;
   Ada.Text_IO.Put_Line (Long_Float'Image (Sum (A)));
   Ada.Text_IO.Put_Line (Integer'Image (Find (A, 8.0)));
   begin
      Ada.Text_IO.Put_Line (Integer'Image (Find (A, 9.0)));
   exception
      when Missing =>
         Ada.Text_IO.Put_Line ("missing");
   end;
   --  A check of an index fails in the loop.
   begin
      Add (A, Short, C, 2.0);
   exception
      when Constraint_Error =>
         Ada.Text_IO.Put_Line ("out of range" & Long_Float'Image (Sum (A)));
   end;
end Triad;
END
cat > triad.d <<'END'
import core.stdc.stdio;

void add (double[] a, const double[] b, const double[] c, double s)
{
  foreach (i; 0 .. a.length)
    a[i] = b[i] + s * c[i];
}

double sum (const double[] a)
{
  double r = 0;
  foreach (x; a)
    r += x;
  return r;
}

int find (const double[] a, double x)
{
  foreach (i, v; a)
    if (v == x)
      return cast (int) i;
  throw new Exception ("missing");
}

int main ()
{
  auto a = new double[20_000], b = new double[20_000], c = new double[20_000];
  auto few = new double[10];
  few[] = 1;
  foreach (k; 0 .. 20_000)
    {
      a[k] = 0;
      b[k] = k % 7;
      c[k] = k % 5;
    }
  foreach (r; 0 .. 50)
    add (a, b, c, 0.5);
  printf ("%.17g\n%d\n", sum (a), find (a, 8.0));
  try
    printf ("%d\n", find (a, 9.0));
  catch (Exception e)
    printf ("missing\n");
  try
    add (a, few, c, 2.0);
  catch (Throwable e)
    printf ("out of range %.17g\n", sum (a));
  return 0;
}
END

# line_of SOURCE TEXT: where the loop with TEXT is.
line_of ()
{
  grep -n -F -- "$2" "$1" | head -n 1 | cut -d: -f1
}

# has_bound SOURCE TEXT: the loop there was copied, entered and looked at.
has_bound ()
{
  line=$(line_of "$1" "$2")
  rows bound.xml | awk -v file="$1" -v line="$line" '
    $1 == file && $2 >= line - 1 && $2 <= line + 1 && $3 != "refused" && $4 > 0 {
      found = 1 }
    END { exit !found }' \
    || { fail "$flags: no loop with a copy at $1:$line"; rows bound.xml; }
}

# runs SOURCE: ./with as ./plain, in all modes; what the profile says.
runs ()
{
  ./plain > plain.out || { fail "the plain $1"; return; }
  for mode in bound torture count time; do
    rm -f $mode.xml
    MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$mode.xml ./with \
      > $mode.out 2> $mode.err || fail "$1 $flags $mode: exit status"
    cmp plain.out $mode.out || fail "$1 $flags $mode: output differs"
    test ! -s $mode.err || { fail "$1 $flags $mode"; cat $mode.err; }
    must memlb check $mode.xml
  done
  memlb status with > said 2>&1
  grep -q "by GNU $2 " said || { fail "$1: memlb status"; cat said; }
  awk '/<m n="bound-runs"/ { split ($0, v, "\""); n += v[4] }
       /<m n="aborts/ { split ($0, v, "\""); aborts += v[4] }
       END { exit !(n >= 5 && aborts < n / 2) }' torture.xml \
    || fail "$1 $flags: bound runs"
}

# The compilers of the same release as GCC, or those without a number.
of_release ()
{
  command -v "$1-$release" || command -v "$1"
}

# has_front_end PROGRAM: GCC can compile that language.  A cross compiler may have
# none where this machine's own has one.
has_front_end ()
{
  command -v "$("$gcc" -print-prog-name="$1")" > /dev/null
}

tried=0
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  release=$("$gcc" -dumpversion | cut -d. -f1)
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS; do
    IFS=$saved
    case $flags in *-flto*) continue ;; esac
    gnat=$(of_release gnatmake)
    if test -n "$gnat" && has_front_end gnat1 \
       && "$gnat" --version | grep -q "GNATMAKE $release\\."; then
      tried=$((tried + 1))
      link=$(of_release gnatlink)
      must "$gnat" -f -q $flags triad.adb -o plain || continue
      must "$gnat" -f -q $flags triad.adb -o with --GCC=memlb-gcc \
	--GNATLINK="$link --GCC=memlb-gcc" || continue
      runs triad.adb Ada
      has_bound numbers.adb 'A (I) := B (I)'
      has_bound numbers.adb 'R := R + A (K)'
      has_bound numbers.adb 'if A (I) = X'
      grep -q '<procedure [^>]*name="numbers__add"' bound.xml \
	|| fail "Ada: no procedure numbers__add"
      # Without the wrapper.
      plugin=$(memlb flags --gcc="$gcc" | sed -n 's/^\(-fplugin=[^ ]*\).*/\1/p')
      libraries=$(memlb flags --gcc="$gcc" | sed 's/^-fplugin=[^ ]*//')
      must "$gnat" -f -q $flags triad.adb -o with -cargs "$plugin" \
	-largs $libraries && runs triad.adb Ada
    fi
    d=$(of_release gdc)
    if test -n "$d" && has_front_end d21 \
       && test "$("$d" -dumpversion | cut -d. -f1)" = "$release"; then
      tried=$((tried + 1))
      must "$d" $flags triad.d -o plain || continue
      must memlb wrap "$d" $flags triad.d -o with || continue
      runs triad.d D
      has_bound triad.d 'a[i] = b[i]'
      has_bound triad.d 'r += x'
      has_bound triad.d 'if (v == x)'
      must "$d" $flags triad.d -o with $(memlb flags --gcc="$gcc") \
	&& runs triad.d D
    fi
  done
  IFS=$saved
done
test $tried -gt 0 || skip "neither Ada nor D of $E2E_GCCS here"
finish
