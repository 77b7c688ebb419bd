// SPDX-License-Identifier: GPL-3.0-or-later
// Several profiles: differences of two, and the history of each loop.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { card, close, column, file, html, open, shot, tools, until }
  from './browser.mjs';
import { profile } from './profiles.mjs';

test('the differences are those of memlb diff', async () => {
  const csv = execFileSync('memlb', ['diff', '--all', '--format=csv',
    'edit-before.xml', 'edit-after.xml'], { cwd: tools, encoding: 'utf8' });
  const [head, ...lines] = csv.trim().split(/\r?\n/)
    .map((l) => l.split(','));
  const change = head.indexOf('change');
  const p = await open(html('edit-before.xml', 'edit-after.xml'),
                       { hash: '#view=compare' });
  await until(p, () => document.querySelector('#pane-compare .tabulator-row'));
  const words = { faster: '▼ faster', slower: '▲ slower',
    unchanged: '= within noise', new: '+ new', gone: '− gone' };
  const shown = (await column(p, 'change', 'compare')).sort();
  assert.ok(change >= 0, head.join());
  const want = lines.map((l) => words[l[change]] ?? l[change])
    .filter((w) => Object.values(words).includes(w)).sort();
  for (const word of new Set(want))
    assert.equal(shown.filter((s) => s === word).length,
                 want.filter((s) => s === word).length, word);
  await shot(p, 'compare');
  await close(p);
});

const at = (time, line, run) => file(`history-${time}.xml`, profile({
  program: 'model', time: time + 1, run, loops: [
    { function: 'step', id: `step@made.c:${line}`, line, 'end-line': line + 8,
      entries: 10, sampled: 10, time, 'time-low': time * 0.99,
      'time-high': time * 1.01, bound: 1, verdict: 'ok', refs: 4, insns: 30,
      blocks: 3, depth: 2 }] }));

test('a loop has a history', async () => {
  const p = await open(html(at(8, 10, 'a1'), at(6, 10, 'a2'), at(4, 30, 'a3')));
  await card(p, 'step');
  const history = await p.evaluate(() => [...document.querySelectorAll(
    '#card section')].find((s) => s.querySelector('h3').textContent
      === 'History').textContent);
  assert.match(history, /history-8.*8\.0 s.*history-6.*6\.0 s.*history-4.*4\.0 s/s);
  await p.click('#tab-compare');
  await until(p, () => document.querySelector('#pane-compare .tabulator-row'));
  assert.match(await p.textContent('#pane-compare .trail'),
               /7\.0 s before, 5\.0 s after, -2\.0 s.*faster/);
  assert.match((await column(p, 'change', 'compare'))[0], /faster/);
  // Against the first one.
  await p.selectOption('#pane-compare select', '0');
  await until(p, () => /9\.0 s before/.test(
    document.querySelector('#pane-compare .trail').textContent));
  await until(p, () => document.querySelector('#pane-compare .tabulator-row '
    + '[tabulator-field="before"]').textContent === '8.0 s');
  await close(p);
});
