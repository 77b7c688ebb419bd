# check-names.awk: compare the names in descriptors with a source's comments.
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   awk -v complete=1 -f check-names.awk SOURCE DUMP
#
# SOURCE says at the end of a line, in a comment,
#   names: N...	   the references of the line; ?N need not be found
#   loop: +LINES V   a nest begins here, ends LINES below, with variable V
# DUMP comes from dump-names.  A reference may lack a name, or be known by its
# array alone, but never have another's.  With complete=1 each must be found.

FNR == NR && /names: / {
  words = $0
  sub(/.*names: /, "", words)
  sub(/ *\*\/.*/, "", words)
  n = split(words, word, " ")
  for (i = 1; i <= n; i++) {
    optional = sub(/^\?/, "", word[i])
    allowed[FNR, word[i]] = 1
    list[FNR] = list[FNR] " " word[i]
    if (!optional)
      needed[FNR " " word[i]] = 1
  }
}

FNR == NR && /loop: / {
  words = $0
  sub(/.*loop: /, "", words)
  split(words, word, " ")
  needed_loop[FNR "-" FNR + substr(word[1], 2) " " word[2]] = 1
}

FNR == NR { next }

# True if NAME is the array of a reference of LINE, with its subscripts left
# out.
function array_of_line(name, line,    array, n, word, i) {
  array = substr(name, 1, length(name) - 5)
  if (name != array "(...)" && name != array "[...]")
    return 0
  n = split(list[line], word, " ")
  for (i = 1; i <= n; i++)
    if (index(word[i], array) == 1)
      return 1
  return 0
}

$1 == "loop" {
  sub(/.*:/, "", $3)
  delete needed_loop[$3 " " $4]
}

$1 == "ref" {
  line = $3
  sub(/.*:/, "", line)
  delete needed[line " " $5]
  if ($5 == "?" || !(line in list) || (line, $5) in allowed)
    next
  if (array_of_line($5, line))
    next
  print "line " line ": the name " $5 " is false"
  failed = 1
}

END {
  if (complete) {
    for (name in needed) {
      print "not found: " name
      failed = 1
    }
    for (name in needed_loop) {
      print "loop not found: " name
      failed = 1
    }
  }
  exit failed
}
