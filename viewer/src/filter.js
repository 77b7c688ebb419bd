// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of the tables: words, all of which a loop must have, or a
// condition in the language of formulas, such as time > 0.1.

import { fill } from './dom.js';
import { deriveAny, inclusive } from './metric.js';

/** What TEXT lets through of PROFILE, null for everything.  */
export function parseFilter(text, profile, ready) {
  if (!text.trim()) return null;
  if (/[<>=]/.test(text)) {
    const metric = deriveAny(profile.tree, text.trim(), ready);
    const values = inclusive(profile.tree, metric);
    return (loop) => values[loop.scope] > 0;
  }
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (loop) => {
    const all = `${loop.title} ${loop.path} ${loop.verdict} ${loop.reason ?? ''}`
      .toLowerCase();
    return words.every((w) => all.includes(w));
  };
}

/** Let INPUT set the filter by CHANGED; what is wrong goes to ERROR.  */
export function makeFilter(input, error, profile, ready, changed) {
  let timer = 0, applied = '';
  const apply = () => {
    clearTimeout(timer);
    // Leaving the field by a click on a row must not draw the rows anew.
    if (input.value === applied) return;
    applied = input.value;
    try {
      const filter = parseFilter(input.value, profile, ready);
      fill(error);
      changed(filter);
    } catch (e) {
      fill(error, e.message);
    }
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, 120);
  });
  input.addEventListener('change', apply);
}
