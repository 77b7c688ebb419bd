// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of the tables: words, all of which a loop must have, or a
// condition in the language of formulas, such as time > 0.1.

import { fill } from './dom.js';
import { deriveAny, inclusive } from './metric.js';
import { kindNames } from './tree.js';

/** What TEXT lets through of PROFILE, null for everything: a function of a
    loop, with another one of any scope as its `scope', and `inside' where
    what is inside such a scope goes with it.  */
export function parseFilter(text, profile, ready) {
  if (!text.trim()) return null;
  if (/[<>=]/.test(text)) {
    const metric = deriveAny(profile.tree, text.trim(), ready);
    const values = inclusive(profile.tree, metric);
    return Object.assign((loop) => values[loop.scope] > 0,
                         { scope: (i) => values[i] > 0, inside: false });
  }
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (all) => words.every((w) => all.toLowerCase().includes(w));
  const { tree, byScope } = profile;
  const test = (loop) => has(
    `${loop.title} ${loop.path} ${loop.verdict} ${loop.reason ?? ''}`);
  return Object.assign(test, { inside: true, scope: (i) => (
    byScope.has(i) ? test(byScope.get(i))
      : has(`${kindNames[tree.kinds[i]]} ${tree.name(i)}`)) });
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
