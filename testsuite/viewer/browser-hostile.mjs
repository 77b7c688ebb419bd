// SPDX-License-Identifier: GPL-3.0-or-later
// Names from a hostile binary: none of them becomes a part of the page, and
// none looks like another one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { card, close, column, file, html, open, shot, until }
  from './browser.mjs';
import { profile } from './profiles.mjs';

const names = [
  '<script>window.hit = 1</script>',
  '</script><script>window.hit = 2</script>',
  '"><img src=x onerror="window.hit = 3">',
  "'; window.hit = 4; '",
  '<!--<script>', '-->', ']]>', '@MEMLB-DATA@', '${window.hit = 5}',
  '{{constructor.constructor("window.hit = 6")()}}',
  'javascript:window.hit=7', '__proto__', 'constructor', 'a\u202egnp.exe',
  'left\u2066right', '\u200bhidden', 'two\u2028lines', '&lt;b&gt;',
  '%s%n%x', 'x'.repeat(3000), '\u{1f4a3}',
];
const text = profile({ program: names[0], file: names[1], path: `/src/${names[2]}`,
  options: `-O2 ${names[1]}`,
  environment: `<cpu model="${'&lt;script&gt;window.hit = 8&lt;/script&gt;'}" `
    + 'cores="2"/><env name="&lt;b&gt;" value="&quot;&gt;&lt;i&gt;"/>',
  metrics: `<metric name="${'&lt;img src=x&gt;'}" unit="&lt;u&gt;" `
    + 'kind="sum" formula="&lt;script&gt;"/>',
  loops: names.map((name, i) => ({ function: name, id: `${name}@${i}`,
    line: 10 * i + 1, 'end-line': 10 * i + 5, entries: 1, sampled: 1,
    time: 100 - i, bound: 1, verdict: i === 3 ? '<b>bold</b>' : i === 5 ? 'constructor' : 'ok',
    reason: i === 4 ? '</td><script>window.hit = 9</script>'
      : i === 6 ? '__proto__' : i === 7 ? 'toString' : null,
    flags: '<script>', variable: '"',
    inside: '<m n="&lt;img src=x&gt;" v="1"/>'
      + '<ref name="&lt;/script&gt;" array="&lt;script&gt;" kind="load" '
      + 'size="8" treatment="&lt;b&gt;"/>' })) });
const made = html(file('hostile.xml', text), file('hostile2.xml', text));

test('no name stands in the file', () => {
  const page = readFileSync(made, 'utf8');
  assert.equal(page.split('window.hit').length, 1);
  assert.equal(page.match(/<script/g).length, 3);
  assert.equal(page.match(/<\/script/g).length, 3);
  assert.match(page, /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'"/);
  assert.doesNotMatch(page, /unsafe-/);
});

test('names are texts in every pane', async () => {
  const p = await open(made);
  const shown = await column(p, 'name');
  assert.ok(shown.some((t) => t.includes(names[0])));
  for (const view of ['tree', 'refused', 'compare', 'loops']) {
    await p.click(`#tab-${view}`);
    await until(p, (v) => !document.getElementById(`pane-${v}`).hidden, view);
  }
  for (let i = 0; i < names.length; i++) {
    await p.keyboard.press('j');
    assert.doesNotMatch(await p.textContent('#card'), /native code/);
  }
  for (let i = 0; i < names.length; i++) await p.keyboard.press('k');
  await p.selectOption('#metrics select', { label: '"<img src=x>"' });
  await p.locator('#treemap').scrollIntoViewIfNeeded();
  await until(p, () => document.querySelector('#scatter canvas'));
  await p.locator('#treemap').hover({ position: { x: 80, y: 90 } });
  await p.locator('#footer summary').first().click();
  await shot(p, 'hostile', { fullPage: true });
  assert.equal(await p.evaluate(() => window.hit), undefined);
  assert.equal(await p.evaluate(() => document.querySelectorAll(
    'img, iframe, object, embed, #card b, #card i, td script').length), 0);
  assert.equal(await p.evaluate(() => document.scripts.length), 3);
  await close(p);
});

test('what is hidden in names is visible', async () => {
  const p = await open(made);
  const all = await p.evaluate(() => document.body.innerText);
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(all, /[\u202a-\u202e\u2066-\u2069\u200b]/);
  await p.fill('#filter', 'gnp.exe');
  await until(p, () => document.querySelectorAll(
    '#pane-loops .tabulator-row').length === 1);
  assert.match((await column(p, 'name'))[0], /^a�gnp\.exe/);
  await p.locator('#pane-loops .tabulator-row').click();
  await card(p, 'gnp.exe');
  await close(p);
});

test('sources are texts too', async () => {
  const source = file('hostile/src/made.c', 'int x; // </script><script>'
    + 'window.hit = 1</script>\nchar *s = "<img src=x onerror=alert(1)>";\n'
    + '/* \u202e reversed */\n\0after a zero byte\n<b>bold</b>\n');
  const p = await open(html('-s', source.slice(0, -11), file('plain.xml',
    profile({ loops: [{ function: 'f', id: 'f@made.c:2', line: 2,
      'end-line': 4, entries: 1, sampled: 1, time: 9, bound: 1,
      verdict: 'ok' }] }))));
  const shown = await p.textContent('.source-body');
  assert.match(shown, /<\/script><script>window\.hit = 1<\/script>/);
  assert.match(shown, /� reversed/);
  assert.match(shown, /\?after a zero byte/);
  assert.equal(await p.evaluate(() => document.querySelectorAll(
    '.source-body img, .source-body b, .source-body script').length), 0);
  assert.equal(await p.evaluate(() => window.hit), undefined);
  await close(p);
});
