// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the cells of tables, one way for all of them.

import { h } from './dom.js';
import { percent, seconds } from './format.js';
import { known } from './loops.js';

/** VALUE with half of its 95 % interval.  */
export function withInterval(value, low, high) {
  if (!known(value)) return '-';
  const half = (high - low) / 2;
  if (!(half > 0)) return seconds(value);
  const text = seconds(value), unit = text.slice(text.indexOf(' ') + 1);
  const scale = { s: 1, ms: 1e3, 'µs': 1e6, ns: 1e9 }[unit];
  const digits = (/\.(\d+) /.exec(text) ?? ['', ''])[1].length;
  const error = half * scale;
  return `${text} ±${error < 0.5 * 10 ** -digits
    ? (10 ** -digits).toFixed(digits) : error.toFixed(digits)}`;
}

/** LOOP's recoverable time as a limit.  */
export function recoverableText(loop) {
  return known(loop.recoverable)
    ? `${loop.sign} ${seconds(loop.recoverable)}` : '-';
}

/** LOOP's speed-up as a limit with its error.  One of more than half of it lies far more
    above than below: the interval's low end then says more.  */
export function speedupText(loop) {
  if (!known(loop.speedup)) return '-';
  const error = loop.speedupError;
  if (!known(error)) return `${loop.sign}${loop.speedup.toFixed(1)}`;
  if (error > loop.speedup / 2)
    return `${loop.sign}${loop.speedup.toFixed(1)} `
      + `(from ${((known(loop.timeLow) ? loop.timeLow : loop.time)
        / loop.boundHigh).toFixed(1)})`;
  const digits = error < 0.05 ? 2 : 1;
  return `${loop.sign}${loop.speedup.toFixed(digits)} `
    + `±${Math.max(error, 0.01).toFixed(digits)}`;
}

/** LOOP's verdict with its reason, that of `partial' being the verdict.  */
export function verdictText(loop) {
  return loop.reason && loop.reason !== 'real-loads'
    ? `${loop.verdict}: ${loop.reason}` : loop.verdict;
}

const marks = { __proto__: null, ok: '✓', refused: '∅' };

/** LOOP's verdict as an element; a sign says what its colour says.  */
export function verdictBadge(loop) {
  return h('span', { class: `verdict verdict-${loop.believed ? loop.verdict
    : 'no'}`, title: verdictText(loop) },
  h('span', { class: 'mark', 'aria-hidden': 'true' },
    loop.verdict === 'partial' ? loop.sign : marks[loop.verdict] ?? '?'), ' ', verdictText(loop));
}

/** A bar of SHARE, 0 to 1, in front of TEXT.  */
export function heatCell(text, share) {
  const cell = h('span', { class: 'heat' }, text);
  if (share > 0)
    cell.style.setProperty('--heat', `${Math.min(100, 100 * share)}%`);
  return cell;
}

/** SHARE of the program as text.  */
export function shareText(loop) {
  return percent(loop.share);
}
