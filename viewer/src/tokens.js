// SPDX-License-Identifier: GPL-3.0-or-later
// From a tree of tokens to lines of them.

/** The language that the name PATH tells, null if none that is known.  */
export function languageOf(path) {
  const ending = /\.([^./]+)$/.exec(path)?.[1] ?? '';
  if (/^(f|for|ftn|f77|f90|f95|f03|f08|fpp)$/i.test(ending)) return 'fortran';
  if (/^(c|h)$/.test(ending)) return 'c';
  if (/^(C|cc|cpp|cxx|c\+\+|hh|hpp|hxx|H|tcc|inl|ipp)$/.test(ending))
    return 'cpp';
  return null;
}

/** The lines of ROOT, a tree of texts and { scope, children }: each a list of
    [class, text], class null for plain text.  */
export function linesOf(root) {
  const lines = [[]];
  const walk = (node, kind) => {
    for (const child of node.children) {
      if (typeof child !== 'string') {
        walk(child, child.scope ? `t-${child.scope.split('.')[0]}` : kind);
        continue;
      }
      child.split('\n').forEach((text, i) => {
        if (i) lines.push([]);
        if (text) lines.at(-1).push([kind, text]);
      });
    }
  };
  walk(root, null);
  if (!lines.at(-1).length && lines.length > 1) lines.pop();
  return lines;
}
