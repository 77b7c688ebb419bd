# SPDX-License-Identifier: GPL-3.0-or-later
# fetch-source.sh: sourced where other projects are built; the sourcer has a
# function `skip' that ends it with a message.

# fetch_source PACKAGE: the upstream sources of Debian's PACKAGE, unpacked in
# source/.  The system's package sources serve, copied for source packages
# and left alone.
fetch_source ()
{
  test ! -f source/.complete || return 0
  command -v apt-get > /dev/null || skip "no apt-get to fetch $1 with"
  apt=$PWD/apt
  rm -rf "$apt" source && mkdir -p "$apt/parts" "$apt/lists/partial" source \
    || exit 99
  for file in /etc/apt/sources.list.d/*.sources; do
    test ! -f "$file" || sed 's/^Types:.*/Types: deb-src/' "$file" \
      > "$apt/parts/$(basename "$file")"
  done
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null \
    | sed -n 's/^deb /deb-src /p' > "$apt/sources.list"
  set -- "$1" -q -o Dir::Etc::SourceList="$apt/sources.list" \
    -o Dir::Etc::SourceParts="$apt/parts" -o Dir::State::Lists="$apt/lists" \
    -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache=
  package=$1
  shift
  (cd "$apt" && apt-get "$@" update \
     && apt-get "$@" source --download-only --tar-only "$package") \
       > apt.log 2>&1 \
    || skip "the sources of $package cannot be fetched: $(tail -n 1 apt.log)"
  archive=$(ls "$apt/$package"_*.orig.tar.*[!c] | head -n 1)
  # Most have one folder with everything in it.
  strip=0
  test "$(tar tf "$archive" | cut -d/ -f1 | sort -u | wc -l)" -gt 1 || strip=1
  tar xf "$archive" -C source --strip-components="$strip" || exit 99
  touch source/.complete
}
