// SPDX-License-Identifier: GPL-3.0-or-later
// The first screen, sorting and filtering.

import assert from 'node:assert/strict';
import test from 'node:test';
import { card, close, column, html, open, shot, until } from './browser.mjs';

const page = html('shallow.xml');

test('the first screen answers where, how much, why, what next', async () => {
  const p = await open(page);
  assert.match(await p.textContent('#head'),
               /shallow\s+12\.4 s CPU \(6\.4 s elapsed\), 2 threads/);
  assert.match(await p.textContent('#first'),
               /Look first at swim::calc2: up to 4\.1 s of its 5\.9 s wait/);
  assert.deepEqual((await column(p, 'name')).slice(0, 3),
                   ['swim::calc2 shallow.f90:210-248',
                    'swim::calc1 shallow.f90:152-187',
                    'calc3 shallow.f90:301-339']);
  assert.deepEqual((await column(p, 'recoverable')).slice(0, 5),
                   ['≤ 4.1 s', '≤ 2.6 s', '≥ 1.2 s', '≤ 500.0 µs', '-']);
  assert.equal((await column(p, 'speedup'))[0], '≤3.3 ±0.1');
  assert.match((await column(p, 'verdict'))[2], /partial/);
  // All of it is in view without scrolling, and the source stands beside it.
  for (const id of ['head', 'first', 'bar', 'legend', 'pane-loops', 'source']) {
    const box = await p.locator(`#${id}`).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 720, `${id} is not in view`);
  }
  const h2 = await p.locator('#card h2').boundingBox();
  assert.ok(h2.y + h2.height <= 720, 'the card begins below the screen');
  assert.match(await p.textContent('#legend'), /bound 4\.2 s \(34 %\)/);
  await shot(p, 'first-screen');
  await close(p);
});

test('columns sort both ways, what is not known last', async () => {
  const p = await open(page);
  const head = p.locator('#pane-loops [tabulator-field="time"]').first();
  await head.click();
  await until(p, () => document.querySelector('#pane-loops '
    + '.tabulator-row [tabulator-field="time"]').textContent.includes('5.9'));
  await head.click();
  await until(p, () => document.querySelector('#pane-loops '
    + '.tabulator-row [tabulator-field="time"]').textContent.includes('20.0'));
  assert.deepEqual(await column(p, 'time'), ['20.0 ms', '30.0 ms', '50.0 ms',
                                             '2.3 s', '3.9 s', '5.9 s']);
  await p.locator('#pane-loops [tabulator-field="bound"]').first().click();
  await until(p, () => document.querySelector('#pane-loops '
    + '.tabulator-row [tabulator-field="bound"]').textContent.includes('1.8'));
  assert.deepEqual((await column(p, 'bound')).slice(-2), ['-', '-']);
  await close(p);
});

test('words and conditions filter', async () => {
  const p = await open(page);
  const rows = (n) => until(p, (want) => document.querySelectorAll(
    '#pane-loops .tabulator-row').length === want, n);
  await p.fill('#filter', 'calc partial');
  await rows(1);
  assert.match((await column(p, 'name'))[0], /calc3/);
  await p.fill('#filter', 'time - bound > 2');
  await rows(2);
  await p.fill('#filter', 'time > nothing');
  await until(p, () => document.getElementById('filter-error').textContent
    .includes('no metric'));
  await p.fill('#filter', '');
  await rows(6);
  await p.locator('#pane-loops .tabulator-row').nth(1).click();
  await card(p, 'calc1');
  await close(p);
});
