#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# test-plugin-dir.sh: the name that plugin-dir.sh makes of a known compiler,
# and its error for what is not one.

set -u
helper=$(cd "${srcdir:-.}" && pwd)/build-aux/plugin-dir.sh
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

cat > "$tmp/gcc" <<'END'
#!/bin/sh
case $1 in
  -dumpfullversion) echo 12.2.0 ;;
  -dumpmachine) echo x86_64-linux-gnu ;;
  -v) echo "COLLECT_GCC=$0" >&2
      echo "Configured with: ../configure --prefix=/usr" >&2
      echo "Thread model: posix" >&2
      echo "gcc version 12.2.0 (Test)" >&2 ;;
esac
END
chmod +x "$tmp/gcc"

# FNV-1a (64 bits) of the two lines, computed independently.
want=gcc-12.2.0-x86_64-linux-gnu-be5b26da5150
got=$(sh "$helper" "$tmp/gcc")
test "$got" = "$want" || { echo "FAIL: $got, not $want"; exit 1; }

if sh "$helper" false > /dev/null 2>&1; then
  echo "FAIL: took false for a compiler"
  exit 1
fi
echo ok
