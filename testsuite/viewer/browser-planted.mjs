// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of programs of which the truth is known: what a new user reads off
// the page must be that.  Name the hot loop, what limits it, how sure that
// is, and what to try, in three clicks at most.

import assert from 'node:assert/strict';
import test from 'node:test';
import { card, close, file, html, open, shot } from './browser.mjs';
import { profile } from './profiles.mjs';

/** What the page says without a click.  */
async function reading(p) {
  const text = async (selector) => (await p.textContent(selector)).trim();
  return { first: await text('#first'), title: await text('#card h2'),
    limit: await text('#card .limit'), trust: await text('#card .trust'),
    advice: await text('#card .try'),
    row: await text('#pane-loops .tabulator-row') };
}

const refs = { refs: 8, 'refs-redirected': 8, 'refs-control': 0,
               'refs-real': 0, threads: 1, depth: 2 };
const small = { function: 'setup', id: 'setup@made.c:5', line: 5,
  'end-line': 7, entries: 1, sampled: 1, time: 0.2, bound: 0.19,
  'bound-low': 0.18, 'bound-high': 0.2, verdict: 'ok', ...refs };

test('a stencil that waits for memory', async () => {
  const p = await open(html(file('stencil.xml', profile({
    program: 'stencil', loops: [small,
      { function: 'relax', id: 'relax@made.c:20', line: 20, 'end-line': 31,
        entries: 100, sampled: 40, time: 9, 'time-low': 8.9,
        'time-high': 9.1, bound: 2, 'bound-low': 1.95, 'bound-high': 2.05,
        attainable: 4, verdict: 'ok', ...refs }] }))));
  const r = await reading(p);
  assert.match(r.first, /^Look first at relax: up to 7\.0 s of its 9\.0 s/);
  assert.match(r.title, /^relax made\.c:20-31/);
  assert.match(r.row, /relax/);
  assert.match(r.limit, /Memory: up to 7\.0 s of its 9\.0 s \(78 %\)/);
  assert.match(r.trust, /ok\. All checks passed.*40 samples of 100 entries/);
  assert.match(r.advice, /blocking|unit stride/);
  assert.doesNotMatch(r.advice, /vectorise/);
  // The goal is known too: the bar tells what is realistic.
  assert.match(await p.textContent('#legend'), /up to attainable 2\.0 s/);
  await shot(p, 'planted-memory');
  await close(p);
});

test('a kernel that the core limits', async () => {
  const p = await open(html(file('kernel.xml', profile({
    program: 'kernel', loops: [small,
      { function: 'multiply', id: 'multiply@made.c:40', line: 40,
        'end-line': 47, entries: 10, sampled: 10, time: 9.5,
        bound: 9.49, 'bound-low': 9.4, 'bound-high': 9.55, verdict: 'ok',
        ...refs }] }))));
  const r = await reading(p);
  assert.match(r.first, /No loop .* would win 1 % .* Most time is in multiply/);
  assert.match(r.title, /^multiply made\.c:40-47/);
  assert.match(r.limit, /The core: its instructions take the time/);
  assert.match(r.trust, /All checks passed/);
  assert.match(r.advice, /vectorise/);
  assert.doesNotMatch(r.advice, /blocking/);
  await shot(p, 'planted-core');
  await close(p);
});

test('a kernel of which next to nothing can be won', async () => {
  const p = await open(html(file('nearly.xml', profile({
    program: 'nearly', loops: [small,
      { function: 'multiply', id: 'multiply@made.c:40', line: 40,
        'end-line': 47, entries: 10, sampled: 3, time: 9.5,
        bound: 9.2, 'bound-low': 9.1, 'bound-high': 9.3, verdict: 'ok',
        reason: 'few-samples', ...refs }] }))));
  const r = await reading(p);
  assert.match(r.first, /^Look first at multiply: its instructions take the/);
  assert.match(r.first, /only up to 300 ms of its 9\.5 s wait for memory/);
  assert.match(r.limit, /The core: its instructions take the time/);
  assert.match(r.trust, /few samples: repeat it/);
  await close(p);
});

test('vectors across cache lines', async () => {
  const p = await open(html(file('shifted.xml', profile({
    program: 'shifted', loops: [small,
      { function: 'add', id: 'add@made.c:60', line: 60, 'end-line': 62,
        entries: 1000, sampled: 50, time: 9, bound: 5.5,
        'bound-low': 5.4, 'bound-high': 5.6, 'bound-placed': 8.6,
        verdict: 'ok', ...refs,
        inside: '<m n="straddling-per-cent" v="50"/>' }] }))));
  const r = await reading(p);
  assert.match(r.first, /Look first at add: about 3\.1 s of its 9\.0 s is mis/);
  assert.match(r.limit, /Alignment: about 34 % of its time is vectors/);
  assert.match(r.advice, /Align the arrays to 64 bytes/);
  assert.doesNotMatch(r.advice, /blocking/);
  await shot(p, 'planted-alignment');
  await close(p);
});

test('a bound that is too high, and none at all', async () => {
  const p = await open(html(file('doubt.xml', profile({
    program: 'doubt', loops: [
      { function: 'gather', id: 'gather@made.c:10', line: 10, 'end-line': 12,
        entries: 50, sampled: 20, time: 6, bound: 2, 'bound-low': 1.9,
        'bound-high': 2.1, 'bound-replayed': 1.5, verdict: 'partial',
        reason: 'real-loads', ...refs, 'refs-redirected': 6, 'refs-real': 2 },
      { function: 'chase', id: 'chase@made.c:20', line: 20, 'end-line': 22,
        entries: 50, sampled: 20, time: 3, bound: 2.9, verdict: 'diverged',
        reason: 'a-reason-of-tomorrow', ...refs }] }))));
  const r = await reading(p);
  assert.match(r.first, /Look first at gather: at least 4\.0 s of its 6\.0 s/);
  assert.match(r.trust, /partial.*too high.*at least this can be won/);
  assert.match(await p.textContent('#card .facts'), /replayed\s*1\.5 s/);
  assert.match(await p.textContent('#pane-loops .tabulator-header'),
               /replayed/);
  await p.locator('#pane-loops .tabulator-row', { hasText: 'chase' }).click();
  await card(p, 'chase');
  const two = await reading(p);
  assert.match(two.limit, /Not known: there is no bound that can be believed/);
  assert.match(two.trust, /diverged: the copy took another path/);
  assert.match(two.trust, /a-reason-of-tomorrow/);
  await close(p);
});

test('no array is blamed where the data cannot know it', async () => {
  const ref = (array, kind, inside = '') => `<ref name="${array}[i]" `
    + `array="${array}" kind="${kind}" size="8" treatment="slot" line="21">`
    + `${inside}</ref>`;
  const one = (inside, metrics = '') => profile({ metrics, loops: [
    { function: 'f', id: 'f@made.c:20', line: 20, 'end-line': 23, entries: 9,
      sampled: 9, time: 9, bound: 2, verdict: 'ok', ...refs, inside }] });
  const p = await open(html(file('blind.xml', one(
    ref('a', 'load') + ref('a', 'load') + ref('b', 'store')))));
  const text = await p.textContent('#card');
  assert.match(text, /References by array/);
  assert.match(text, /Which array misses is not known from the bound alone/);
  await close(p);
  // With misses on references they are shown, and nothing is left open.
  const q = await open(html(file('seen.xml', one(
    ref('a', 'load', '<m n="misses" v="900"/>')
      + ref('b', 'store', '<m n="misses" v="7"/>'),
    '<metric name="misses" unit="1" kind="sum"/>'))));
  const seen = await q.textContent('#card');
  assert.match(seen, /misses/);
  assert.match(seen, /900/);
  assert.doesNotMatch(seen, /Which array misses is not known/);
  await close(q);
});
