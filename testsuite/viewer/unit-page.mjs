// SPDX-License-Identifier: GPL-3.0-or-later
// Small modules of the page: texts, figures, differences, tokens, links.

import assert from 'node:assert/strict';
import test from 'node:test';
import { advice, limit, trust } from '../../viewer/src/advice.js';
import { speedupText } from '../../viewer/src/cells.js';
import { difference } from '../../viewer/src/diff.js';
import { figure, percent, percentOf, safe, seconds, startTime }
  from '../../viewer/src/format.js';
import { Profile } from '../../viewer/src/loops.js';
import { State, makeHash, parseHash } from '../../viewer/src/state.js';
import { languageOf, linesOf } from '../../viewer/src/tokens.js';
import { FILE, LOOP, MODULE, PROCEDURE, PROGRAM, Tree }
  from '../../viewer/src/tree.js';

test('seconds as memlb report writes them', () => {
  for (const [value, text] of [[NaN, '-'], [0, '0 s'], [1234.4, '1234 s'],
    [12.34, '12.3 s'], [0.9996, '1.0 s'], [0.5, '500 ms'], [0.0123, '12.3 ms'],
    [0.000123, '123.0 µs'], [2e-9, '2.0 ns'], [-2, '-2.0 s'],
    [1e300, '1.00e+300 s']])
    assert.equal(seconds(value), text);
  assert.equal(percent(0.123), '12 %');
  assert.equal(percent(0.0123), '1.2 %');
  assert.equal(percentOf(3, 2), '100');
  assert.equal(percentOf(1, NaN), '0');
  assert.equal(figure(1234567, '1'), '1,234,567');
  assert.equal(figure(0.123456, '1'), '0.1235');
  assert.equal(figure(undefined, 's'), '');
  assert.equal(startTime('nonsense'), '');
});

test('what is hidden in a text is shown', () => {
  assert.equal(safe('a\u202eb\u0000c\u200bd\ufeff'), 'a�b�c�d�');
  assert.equal(safe('\ud83d\udca3 ü 漢'), '\ud83d\udca3 ü 漢');
  assert.equal(safe('\ud83d!'), '�!');
  assert.equal(safe(null), '');
});

test('links lead back to what they were made of', () => {
  const loop = 'f&g=h@<"\'%.c:1.2';
  assert.deepEqual(parseHash(makeHash({ loop, view: 'tree', x: null })),
                   { loop, view: 'tree' });
  assert.deepEqual(parseHash('#nonsense&loop=%E0%A4%A&view=x'), { view: 'x' });
  assert.equal(makeHash({ loop: null }), '');
  const state = new State({ a: 1, b: 2 }), told = [];
  state.on(['a'], (changed) => told.push(changed));
  state.set({ a: 1, b: 3 });
  state.set({ a: 2, b: 3 });
  assert.deepEqual(told, [['a']]);
});

test('tokens come in lines', () => {
  assert.deepEqual(linesOf({ children: ['a ', { scope: 'comment', children:
    ['/* one\ntwo */'] }, ' b\n\nc\n'] }),
  [[[null, 'a '], ['t-comment', '/* one']], [['t-comment', 'two */'],
    [null, ' b']], [], [[null, 'c']]]);
  assert.equal(languageOf('/x/a.F90'), 'fortran');
  assert.equal(languageOf('a.c'), 'c');
  assert.equal(languageOf('a.C'), 'cpp');
  assert.equal(languageOf('README'), null);
});

/** A profile of LOOPS, which take TIME together.  */
function made(loops, time = 10) {
  const n = 4 + loops.length;
  const tree = new Tree(
    Uint8Array.from([PROGRAM, MODULE, FILE, PROCEDURE,
                     ...loops.map(() => LOOP)]),
    Int32Array.from([-1, 0, 1, 2, ...loops.map(() => 3)]));
  const names = new Set(loops.flatMap((l) => Object.keys(l)));
  for (const name of names) {
    const at = [];
    for (let i = 4; i < n; i++) if (loops[i - 4][name] !== undefined) at.push(i);
    tree.addAttribute(name, Uint32Array.from(at),
                      at.map((i) => loops[i - 4][name]));
  }
  return new Profile({ program: 'p', time }, tree);
}

test('figures of loops', () => {
  const p = made([
    { id: 'a', verdict: 'ok', time: 4, bound: 1, 'bound-low': 0.9,
      'bound-high': 1.1, attainable: 3 },
    { id: 'b', verdict: 'diverged', time: 3, bound: 1 },
    { id: 'c', verdict: 'partial', time: 2, 'time-low': 1.7, 'time-high': 2.3,
      bound: 2.5, 'bound-low': 2.4, 'bound-high': 2.6 },
    { id: 'd', verdict: 'refused', time: 0.5 },
    { id: 'e', verdict: 'unsampled', entries: 0 }]);
  const [a, b, c] = ['a', 'b', 'c'].map((id) => p.byId.get(id));
  assert.equal(a.recoverable, 3);
  assert.equal(a.speedup, 4);
  assert.ok(Math.abs(a.speedupError - 0.4) < 1e-12);
  assert.ok(Math.abs(c.speedupError - 0.8 * Math.hypot(0.15, 0.04)) < 1e-12);
  assert.equal(speedupText(a), '≤4.0 ±0.4');
  const wide = made([{ id: 'a', verdict: 'ok', time: 1, bound: 0.5,
                       'bound-low': 0.1, 'bound-high': 0.75 }]);
  assert.equal(speedupText(wide.loops[0]), '≤2.0 (from 1.3)');
  assert.equal(a.promise, 1);
  assert.ok(Number.isNaN(b.recoverable));
  assert.equal(c.recoverable, 0);
  assert.deepEqual(p.measured.map((l) => l.id), ['a', 'c', 'b']);
  assert.deepEqual(p.refused.map((l) => l.id), ['d']);
  assert.equal(p.idle, 1);
  const t = p.totals();
  assert.equal(t.covered, 6);
  assert.equal(t.recoverable, 3);
  // The bar adds up to the program.
  assert.equal(t.bound + t.attainable + t.rest + t.uncovered, 10);
  assert.equal(p.first().loop, a);
  assert.equal(p.first().worth, true);
});

test('figures of other tools alone', () => {
  const p = made([{ id: 'a', verdict: 'unsampled' },
                  { id: 'b', verdict: 'refused' }], null);
  assert.equal(p.untimed, true);
  assert.deepEqual(p.measured.map((l) => l.id), ['a']);
  assert.equal(p.idle, 0);
  assert.deepEqual(p.counted(), []);
  assert.equal(made([{ id: 'a', verdict: 'unsampled' }], 1).untimed, false);
});

test('what limits a loop and what to try', () => {
  const kind = (l) => limit(made([{ id: 'x', verdict: 'ok', ...l }]).loops[0])
    .kind;
  assert.equal(kind({ time: 10, bound: 2 }), 'memory');
  assert.equal(kind({ time: 10, bound: 9.9 }), 'core');
  assert.equal(kind({ time: 10, bound: 9.9, 'bound-low': 0,
                      'bound-high': 21 }), 'unknown');
  assert.equal(kind({ time: 10, bound: 2, reason: 'page-faults' }),
               'faults');
  assert.equal(kind({ time: 10, bound: 2, attainable: 9.5 }), 'bandwidth');
  assert.equal(kind({ time: 10, bound: 2, attainable: 5 }), 'memory');
  assert.equal(kind({ time: 10, bound: 7 }), 'mixed');
  assert.equal(kind({ time: 10, bound: 7, verdict: 'diverged' }), 'unknown');
  assert.equal(kind({ time: 10, bound: 10.6, verdict: 'partial',
                      reason: 'above-time' }), 'unknown');
  assert.equal(kind({ time: 10, bound: 9.9, verdict: 'partial',
                      reason: 'control-misses' }), 'mixed');
  assert.equal(kind({ time: 10, bound: 9.9, verdict: 'partial',
                      reason: 'memory-recurrence' }), 'core');
  for (const [verdict, reason, most] of [
    ['ok', 'misaligned', 'up to'], ['partial', 'real-loads', 'at least'],
    ['partial', 'short-rows', 'about'], ['partial', 'placement', 'about'],
    ['partial', 'library-calls', 'about'], ['partial', 'short-entries', 'about'],
    ['partial', 'callee-gates', 'about'], ['partial', 'integer-divisions', 'about'],
    ['partial', 'memory-recurrence', 'up to'],
    ['partial', 'address-forms', 'up to']])
    assert.equal(made([{ id: 'x', verdict, reason, time: 10, bound: 7 }])
      .loops[0].most, most);
  assert.equal(kind({ time: 10, bound: 6, 'bound-placed': 9.5 }),
               'alignment');
  const sure = (l) => trust(made([{ id: 'x', verdict: 'ok', time: 10,
                                    bound: 7, ...l }]).loops[0]);
  assert.equal(sure({}), 'sure');
  assert.equal(sure({ 'bound-low': 6.5, 'bound-high': 7.5 }), 'sure');
  assert.equal(sure({ 'bound-low': 5.5, 'bound-high': 8.5 }), 'wide');
  assert.equal(sure({ reason: 'few-samples' }), 'few');
  assert.equal(sure({ verdict: 'partial' }), 'limit');
  assert.equal(sure({ verdict: 'partial', reason: 'short-rows' }), 'about');
  assert.equal(sure({ verdict: 'partial', reason: 'memory-recurrence' }), 'low');
  assert.equal(sure({ verdict: 'diverged' }), 'no');
  const loose = made([{ id: 'x', verdict: 'ok', time: 10, bound: 7,
                        'bound-low': 5.5, 'bound-high': 8.5 }]).loops[0];
  assert.match(advice(loose, {})[0], /^To be surer: run longer/);
  // Misalignment is no more than what can be won.
  const shifted = made([{ id: 'x', verdict: 'ok', time: 10, bound: 7,
                          'bound-placed': 11 }]).loops[0];
  assert.equal(shifted.misaligned, 3);
  assert.match(limit(shifted).text, /about 30 %/);
  const loop = made([{ id: 'x', verdict: 'refused', reason: 'call',
                       time: 1 }]).loops[0];
  assert.match(advice(loop, { call: { text: 't', try: 'inline it' } })[0],
               /First: inline it\./);
});

test('differences beyond the noise', () => {
  const a = made([{ id: 'x', verdict: 'ok', time: 5, bound: 1 },
                  { id: 'y', verdict: 'ok', time: 3, bound: 1 },
                  { id: 'z', verdict: 'ok', time: 1 }], 10);
  const b = made([{ id: 'x2', verdict: 'ok', time: 4, bound: 1 },
                  { id: 'y', verdict: 'ok', time: 3.05, bound: 1 },
                  { id: 'w', verdict: 'ok', time: 2 }], 9);
  const d = difference(a, b, ['x', 'x2', 'y', 'y']);
  const change = Object.fromEntries(d.loops.map((l) => (
    [(l.b ?? l.a).id, l.change])));
  assert.deepEqual(change, { x2: 'faster', y: 'same', z: 'gone', w: 'new' });
  assert.equal(d.whole.change, 'faster');
  assert.equal(d.loops[0].b.id, 'w');
});
