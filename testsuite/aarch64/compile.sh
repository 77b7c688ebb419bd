# SPDX-License-Identifier: GPL-3.0-or-later
# compile.sh: the compiler CROSS; an executable that it links becomes a script
# that runs it under QEMU.  build.sh writes both names in front of this.  Options
# that only x86-64 has are left out, or become what comes near.

out=a.out links=yes before=
for word do
  shift
  test "$before" != -o || out=$word
  before=$word
  case $word in
    -o?*) out=${word#-o} ;;
    -c | -S | -E | -M | -MM | -r | -shared | -fsyntax-only | -v | -print-* \
      | -dumpmachine | -dumpversion | -dumpfullversion | --version)
      links= ;;
    -mcmodel=medium | -mcmodel=large | -mno-red-zone | -march=native | -mavx2 \
      | -mfma | -masm=* | -mprefer-vector-width=*)
      continue ;;
    -fcf-protection | -fcf-protection=full) word=-mbranch-protection=standard ;;
    -fcf-protection=none) word=-mbranch-protection=none ;;
  esac
  set -- "$@" "$word"
done
test -n "$links" || exec "$CROSS" "$@"
"$CROSS" "$@" || exit
test "$(dd if="$out" bs=1 skip=1 count=3 2> /dev/null)" = ELF || exit 0
mv "$out" "$out.aarch64"
case $out in
  /*) whole=$out.aarch64 ;;
  *) whole=$PWD/$out.aarch64 ;;
esac
printf '#!/bin/sh\nexec %s -0 "$0" "%s" "$@"\n' "$QEMU" "$whole" > "$out"
chmod +x "$out"
