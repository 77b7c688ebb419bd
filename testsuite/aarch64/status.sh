# SPDX-License-Identifier: GPL-3.0-or-later
# status.sh: memlb, where `memlb status' of a script that compile.sh left is that
# of the executable.  build.sh writes the name of the real one in front of this.

if test "${1-}" = status; then
  shift
  for file do
    shift
    test ! -f "$file.aarch64" || file=$file.aarch64
    set -- "$@" "$file"
  done
  exec "$REAL" status "$@"
fi
exec "$REAL" "$@"
