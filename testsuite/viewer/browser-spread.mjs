// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks and threads, warnings about the machine, profiles with nothing in
// them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { card, clickUntil, close, file, html, open, shot, shows, tools, until }
  from './browser.mjs';
import { profile } from './profiles.mjs';

test('merged ranks have a spread', async () => {
  const out = join(process.env.tmp, 'merged.xml');
  execFileSync('memlb', ['merge', '-o', out, 'shallow.xml', 'rank1.xml'],
               { cwd: tools, stdio: 'ignore' });
  const p = await open(html(out));
  assert.match(await p.textContent('#head'), /2 profiles/);
  await p.locator('#pane-loops .tabulator-row', { hasText: 'calc3' }).click();
  await card(p, 'calc3');
  assert.match(await p.textContent('#card'), /Threads and ranks/);
  assert.match(await p.textContent('#card'), /each rank: time\s*2\.3 s/);
  await close(p);
});

test('threads have a spread', async () => {
  const p = await open(html('threads.xml'));
  const text = await p.textContent('#card');
  assert.match(text, /Threads and ranks/);
  assert.match(text, /each thread: time/);
  assert.match(text, /each thread: bound/);
  await close(p);
});

test('threads are bars', async () => {
  const values = Array.from({ length: 8 }, (_, i) => (
    `<m n="thread-${i}-time" v="${1 + i / 10}"/>`)).join('');
  const p = await open(html(file('threads.xml', profile({ threads: 8,
    loops: [{ function: 'f', id: 'f@made.c:1', line: 1, entries: 1, sampled: 1,
      time: 9, bound: 2, verdict: 'ok', inside: values }] }))));
  assert.equal(await p.locator('#card .thread').count(), 8);
  await close(p);
});

test('single entries are a timeline and a distribution', async () => {
  const p = await open(html('entries.xml'));
  const text = await p.textContent('#card .entries');
  assert.match(text, /time50\.0 ms52\.5 ms61\.3 ms88\.8 ms90\.0 ms6/);
  assert.match(text, /bound25\.0 ms.*30\.0 ms3/);
  assert.match(text, /of 40 entries/);
  assert.equal(await p.locator('#card .bins .thread').count(), 24);
  await p.locator('#timeline').scrollIntoViewIfNeeded();
  await until(p, () => document.querySelector('#timeline canvas'));
  await shot(p, 'timeline');
  // The second lane is that of the second loop, which began at 0.
  const box = await p.locator('#timeline').boundingBox();
  const left = Math.max(90, Math.min(220, box.width * 0.25)) + 10;
  await clickUntil(p.locator('#timeline'), {
    x: left + 0.05 * (box.width - left - 16), y: 6 + 0.75 * (300 - 32),
  }, () => shows(p, 'begin'));
  await close(p);
  const narrow = await open(html('entries.xml'), { width: 400, height: 800 });
  assert.ok(await narrow.evaluate(() => document.documentElement
    .scrollWidth) <= 400);
  // No figure is broken into lines.
  const high = await narrow.$$eval('#card .entries td', (cells) => cells
    .map((c) => c.getBoundingClientRect().height));
  assert.ok(Math.max(...high) < 30, high.join());
  await shot(narrow, 'timeline-narrow', { fullPage: true });
  await close(narrow);
  // Where a profile has none there is no place for them.
  const q = await open(html('shallow.xml'));
  assert.equal(await q.locator('#times').isVisible(), false);
  assert.equal(await q.locator('#card .entries').count(), 0);
  await close(q);
});

test('ranks have entries of their own', async () => {
  const text = readFileSync(join(tools, 'entries.xml'), 'utf8');
  const ranks = [0, 1].map((rank) => file(`rank-${rank}.xml`, text.replace(
    'pid="4711"', `pid="471${rank}" rank="${rank}" ranks="2"`)));
  const p = await open(html(...ranks));
  assert.match(await p.textContent('#card .entries'), /known.*time.*12bound/);
  assert.match(await p.textContent('#card'), /Threads and ranks/);
  await p.locator('#timeline').scrollIntoViewIfNeeded();
  await until(p, () => document.querySelector('#timeline canvas'));
  await shot(p, 'timeline-ranks');
  await close(p);
});

test('what spoils the figures stands on the first screen', async () => {
  const p = await open(html(file('busy.xml', profile({
    environment: '<cpu model="x" cores="2"/><affinity cpus="0-1" n="2" '
      + 'cores="2" nodes="1"/><waiting threads="4" bound="0" sharing="0" '
      + 'run="8" wait="4"/><load start="0.1" end="4"/>',
    loops: [{ function: 'f', id: 'f@made.c:1', line: 1, entries: 1, sampled: 1,
      time: 9, bound: 2, verdict: 'ok' }] }))));
  assert.match(await p.textContent('#warnings'),
               /4 threads shared 2 processors.*OMP_NUM_THREADS=2/);
  await close(p);
});

test('what other tools counted is a page of its own', async () => {
  const out = join(process.env.tmp, 'structure.xml');
  execFileSync('memlb', ['import', '-q', 'hpcstruct', 'import/hpcstruct.xml',
    '--metrics=import/lines.csv', '-o', out], { cwd: tools, stdio: 'ignore' });
  const p = await open(html(out));
  await until(p, () => document.querySelector('#pane-loops .tabulator-row '
    + '[tabulator-field="m:flops"]')?.textContent === '5,000,000');
  assert.match(await p.textContent('#first'),
               /Look first at f: 5,000,000 of 5,600,000, flops/);
  assert.doesNotMatch(await p.textContent('#footer'), /never entered/);
  assert.doesNotMatch(await p.textContent('#card'), /raise the budget/);
  for (const id of ['overview', 'treemap', 'scatter'])
    assert.equal(await p.locator(`#${id}`).isVisible(), false, id);
  await card(p, 'f a.c:20-29');
  await close(p);
  // Without loops the tree is first.
  const all = join(process.env.tmp, 'callgrind.xml');
  execFileSync('memlb', ['import', '-q', 'callgrind', 'import/callgrind.out',
    '-o', all], { cwd: tools, stdio: 'ignore' });
  const q = await open(html(all));
  await until(q, () => [...document.querySelectorAll('#pane-tree '
    + '.tabulator-row')].some((r) => /5,966/.test(r.textContent)));
  assert.match(await q.textContent('#first'), /the tree has what other tools/);
  await close(q);
});

test('the licences can be read', async () => {
  const p = await open(html('shallow.xml'));
  const licences = p.locator('#footer pre');
  const text = await licences.textContent();
  assert.match(text, /MIT/);
  assert.match(text, /Apache License/);
  assert.doesNotMatch(text, /\ufffd/);
  await p.locator('#footer summary').last().click();
  assert.ok((await licences.innerText()).split('\n').length > 100);
  await close(p);
});

test('empty and cut-off profiles', async () => {
  const p = await open(html('empty.xml'));
  assert.match(await p.textContent('#first'), /No loop was measured/);
  await close(p);
  const q = await open(html('killed.xml'));
  assert.match(await q.textContent('#warnings'), /not complete: ended by SIG/);
  await close(q);
  const r = await open(html('counts.xml'));
  assert.match(await r.textContent('body'), /Blocks|No loop/);
  await close(r);
});
