// SPDX-License-Identifier: GPL-3.0-or-later
// What the figures of a loop mean and what to try, in words.

import { percent, seconds } from './format.js';
import { known } from './loops.js';

/** Whether half the interval of LOOP's bound is a tenth of its time and
    more.  */
const wide = (loop) => loop.boundHigh - loop.boundLow > 0.2 * loop.time;

/** How sure the figures of LOOP are, as one of `sure', `few', `wide', `limit' (the
    bound is too high), `about' (off either way), `low', `no'.  */
export function trust(loop) {
  return loop.verdict === 'ok'
    ? (loop.reason === 'few-samples' ? 'few' : wide(loop) ? 'wide' : 'sure')
    : loop.verdict !== 'partial' ? 'no'
      : { '≤': 'low', '≥': 'limit', '≈': 'about' }[loop.sign];
}

/** What limits LOOP: { kind, text }; kinds are `memory', `core',
    `alignment', `bandwidth', `faults', `mixed', `unknown'.  */
export function limit(loop) {
  if (!known(loop.goodBound) || !(loop.time > 0))
    return { kind: 'unknown',
             text: 'Not known: there is no bound that can be believed.' };
  const wait = loop.recoverable / loop.time;
  if (wait < 0.1 && loop.boundHigh - loop.boundLow > 0.4 * loop.time)
    return { kind: 'unknown',
             text: 'Not known: the interval of its bound is too wide.' };
  if (wait < 0.1 && loop.verdict === 'partial' && loop.sign !== '≤'
      && loop.reason !== 'control-misses')
    return { kind: 'unknown',
             text: `Not known: its bound is too ${loop.sign === '≈' ? 'uncertain'
               : 'high'} to tell.` };
  const shift = known(loop.misaligned) ? loop.misaligned / loop.time : 0;
  const least = `${loop.most} `;
  if (shift >= 0.1 && shift >= wait - shift)
    return { kind: 'alignment', text: `Alignment: about ${percent(shift)} of `
      + 'its time is vectors that lie across two cache lines.' };
  if (wait >= 0.1 && loop.attainable >= 0.9 * loop.time)
    return { kind: 'bandwidth', text: 'Memory bandwidth: it takes about as '
      + 'long as the memory needs to deliver its cache lines '
      + `(attainable: ${seconds(loop.attainable)}).` };
  if (wait >= 0.1 && loop.reason === 'page-faults')
    return { kind: 'faults', text: 'Page faults, for a part: it touches '
      + 'memory for the first time, and each page must be mapped and '
      + 'cleared.' };
  if (wait >= 0.5)
    return { kind: 'memory', text: `Memory: ${least}`
      + `${seconds(loop.recoverable)} of its ${seconds(loop.time)} `
      + `(${percent(wait)}) are waits for data.` };
  if (wait < 0.1 && loop.sign === '≤')
    return { kind: 'core', text: 'The core: its instructions take the time; '
      + 'misses cost next to nothing.' };
  return { kind: 'mixed', text: `Both: ${least}${percent(wait)} of its time `
    + 'are waits for data, the rest are its instructions.' };
}

/** What to try with LOOP, as a list of texts; REASONS are those of the page
    with their advice.  */
export function advice(loop, reasons) {
  const list = [], reason = loop.reason ? reasons[loop.reason] : null;
  const { kind } = limit(loop);
  if (reason?.try)
    list.push(`${loop.believed ? 'To be surer' : 'First'}: ${reason.try}.`);
  else if (trust(loop) === 'wide' && kind !== 'unknown')
    list.push('To be surer: run longer, on a quiet machine, or raise the '
      + 'budget (memlb run -b).');
  if (kind === 'alignment')
    list.push('Align the arrays to 64 bytes (aligned_alloc, alignas(64), '
      + '!$omp allocators) and pad leading dimensions to a multiple of 64 '
      + 'bytes, or try shorter vectors (-mprefer-vector-width=128).');
  else if (loop.reason === 'misaligned')
    list.push('Part of it may be vectors across cache lines: align the arrays '
      + 'to 64 bytes and compare.');
  if (kind === 'bandwidth')
    list.push('Only fewer cache lines help: use data again while they are in '
      + 'the cache (blocking, fusing with the loop before), smaller types, '
      + 'unit stride.');
  if (kind === 'faults')
    list.push('Keep memory and use it again instead of allocating anew, use '
      + 'pages of 2 MB (madvise), let all threads touch it first.');
  if (kind === 'memory' || kind === 'mixed')
    list.push('Shorten the distance between uses of the same data (blocking, '
      + 'fusing with the loop before), touch fewer cache lines (unit stride, '
      + 'smaller types, arrays of what is used together), or fetch ahead.');
  if (kind === 'core' || kind === 'mixed')
    list.push('Fewer or other instructions: vectorise (-O3 -march=native, '
      + 'see -fopt-info-vec-missed), take work out of the loop.');
  if (kind === 'unknown' && !reason?.try && loop.verdict !== 'partial')
    list.push('Run longer, or raise the budget (memlb run -b).');
  return list;
}

/** Why no array is named, where none can be.  */
export const culprit = 'Which array misses is not known from the bound alone: '
  + 'sampled misses (perf mem, perf c2c), imported, would tell.';
