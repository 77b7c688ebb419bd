#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# results.sh COMMAND...: run it; what it prints is appended to the file $RESULTS,
# too, if there is such a name and the command succeeds.  Its exit status, or 1 if the
# file cannot be written.

set -u
test -n "${RESULTS-}" || exec "$@"
# Before hours of work are lost.
: >> "$RESULTS" || exit 1
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
{ "$@"; echo $? > "$log.status"; } | tee "$log"
read -r status < "$log.status"
rm -f "$log.status"
test "$status" = 0 || exit "$status"
{ echo; cat "$log"; } >> "$RESULTS" \
  || { echo "results.sh: cannot append to $RESULTS" >&2; exit 1; }
