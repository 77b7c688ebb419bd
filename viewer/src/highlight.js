// SPDX-License-Identifier: GPL-3.0-or-later
// Sources in colour: highlight.js for Fortran, C and C++; its tree of tokens
// is taken, never its HTML.

import hljs from 'highlight.js/lib/core';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import fortran from 'highlight.js/lib/languages/fortran';
import { languageOf, linesOf } from './tokens.js';

hljs.registerLanguage('c', c);
hljs.registerLanguage('cpp', cpp);
hljs.registerLanguage('fortran', fortran);

// More takes longer than a user wants to wait.
const MOST = 1000000;

/** The lines of TEXT, from the file PATH: each a list of [class, text].  */
export function highlightLines(text, path) {
  const language = languageOf(path);
  let root = { children: [text] };
  if (language && text.length <= MOST)
    root = hljs.highlight(text, { language, ignoreIllegals: true })
      ._emitter.rootNode;
  return linesOf(root);
}
