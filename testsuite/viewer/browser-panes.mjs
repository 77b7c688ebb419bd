// SPDX-License-Identifier: GPL-3.0-or-later
// Panes that follow one another: source, tree, charts, refused loops, card;
// formulas, deep links and the keyboard.

import assert from 'node:assert/strict';
import test from 'node:test';
import { card, clickUntil, close, column, file, html, open, shot, shows, tools,
         until } from './browser.mjs';
import { profile } from './profiles.mjs';

// A source for shallow.xml, whose lines tell their numbers.
const lines = Array.from({ length: 340 }, (_, i) => (
  i === 209 ? '  do j = 1, n ! first' : `  x(${i + 1}) = 'line' ! ${i + 1}`));
const source = file('src/home/u/shallow.f90', `${lines.join('\n')}\n`);
const root = source.slice(0, -'/home/u/shallow.f90'.length);
const page = html('--source', root, 'shallow.xml');
const chosen = (p) => p.textContent('#pane-loops .tabulator-row.chosen '
                                    + '[tabulator-field="name"]');

test('table and source select each other', async () => {
  const p = await open(page);
  await until(p, () => document.querySelector('.line.inside [class~="number"]')
    ?.textContent === '210');
  assert.match(await p.textContent('.line[data-line="210"]'), /do j = 1, n/);
  assert.equal(await p.locator('.line[data-line="210"] .t-keyword').first()
    .textContent(), 'do');
  assert.match(await p.textContent('.line[data-line="210"] .figure'), /5\.9 s/);
  // From the table to the source.
  await p.locator('#pane-loops .tabulator-row').nth(2).click();
  await card(p, 'calc3');
  await until(p, () => document.querySelector('.line[data-line="301"].inside'));
  // And from the source to the table.
  await p.evaluate(() => document.querySelector('.source-scroll')
    .scrollTo(0, 150 * 18));
  await p.locator('.line[data-line="155"]').click();
  await card(p, 'calc1');
  assert.match(await chosen(p), /calc1/);
  await close(p);
});

test('the tree shows parent, current and children', async () => {
  const p = await open(page, { hash: '#view=tree' });
  await until(p, () => document.querySelector('#pane-tree .tabulator-row.chosen'));
  const trail = () => p.textContent('#pane-tree .trail');
  assert.match(await trail(), /shallow.*shallow\.f90.*swim::calc2/);
  // A parent is a click away, and so is a loop inside another procedure.
  await p.locator('#pane-tree .trail button.parent', { hasText: 'shallow.f90' })
    .click();
  await until(p, () => /4 inside/.test(
    document.querySelector('#pane-tree .trail').textContent));
  await p.locator('#pane-tree .tabulator-row', { hasText: 'calc1' }).click();
  await p.locator('#pane-tree .tabulator-row', { hasText: 'line 152' }).click();
  await card(p, 'calc1');
  assert.match(await p.getAttribute('#tab-tree', 'aria-selected'), /true/);
  // Inclusive sums: of the file those of its loops.
  const row = p.locator('#pane-tree .tabulator-row', { hasText: 'f90' })
    .first();
  assert.match(await row.textContent(), /12\.3 s/);
  await shot(p, 'tree');
  await close(p);
});

test('the tree is filtered and sorted too', async () => {
  const p = await open(page, { hash: '#view=tree' });
  const names = () => column(p, 'name', 'tree');
  await until(p, () => document.querySelector('#pane-tree .tabulator-row.chosen'));
  await p.fill('#filter', 'calc1');
  await until(p, () => document.querySelectorAll(
    '#pane-tree .tabulator-row').length === 5);
  assert.match((await names()).join(), /shallow.*f90.*calc1.*line 152/);
  await p.fill('#filter', 'time > 3');
  await until(p, () => /calc2/.test(document.querySelector('#pane-tree')
    .textContent) && !/calc3/.test(document.querySelector(
    '#pane-tree .tabulator-table').textContent));
  await p.fill('#filter', '');
  await until(p, () => /calc3/.test(document.querySelector(
    '#pane-tree .tabulator-table').textContent));
  // The largest first, and then the least.
  const order = async () => (await names()).filter((n) => /calc\d/.test(n))
    .map((n) => n.match(/calc\d/)[0]).join();
  assert.equal(await order(), 'calc2,calc1,calc3');
  const head = p.locator('#pane-tree .tabulator-col[tabulator-field="v0"]');
  await head.click();
  await head.click();
  await until(p, () => {
    const text = document.querySelector('#pane-tree .tabulator-table')
      .textContent;
    return text.indexOf('calc3') < text.indexOf('calc2');
  });
  assert.equal(await order(), 'calc3,calc1,calc2');
  await close(p);
});

test('refused loops have reasons and advice', async () => {
  const p = await open(page);
  await p.click('#tab-refused');
  await until(p, () => document.querySelectorAll(
    '#pane-refused .tabulator-row').length === 2);
  const reasons = await column(p, 'reason', 'refused');
  assert.match(reasons[0], /^call: /);
  assert.match((await column(p, 'advice', 'refused'))[0], /inlined/);
  await p.locator('#pane-refused .tabulator-row').first().click();
  await card(p, '90');
  assert.match(await p.textContent('#card'), /Never copied/);
  await close(p);
});

test('formulas are columns of table and tree', async () => {
  const p = await open(page);
  const has = (title, view) => until(p, ([t, v]) => [...document
    .querySelectorAll(`#pane-${v} .tabulator-col-title`)]
    .some((e) => e.textContent === t), [title, view]);
  await p.fill('#formula', 'wait = time - bound');
  await p.press('#formula', 'Enter');
  await has('wait', 'loops');
  assert.deepEqual((await column(p, 'm:wait')).slice(0, 3),
                   ['4.1 s', '2.6 s', '1.2 s']);
  await p.fill('#formula', 'time / $total(time)');
  await p.press('#formula', 'Enter');
  await has('time / $total(time)', 'loops');
  assert.equal((await column(p, 'm:time / $total(time)'))[0], '0.4758');
  await p.selectOption('#metrics select', 'miss_free_share');
  await has('miss_free_share', 'loops');
  await p.click('#tab-tree');
  await has('wait, own', 'tree');
  await p.fill('#formula', 'time + entries');
  await p.press('#formula', 'Enter');
  await until(p, () => /adds or compares s and 1/.test(
    document.querySelector('#metrics .error').textContent));
  await p.locator('.chip', { hasText: 'wait' }).click();
  await p.click('#tab-loops');
  await until(p, () => ![...document.querySelectorAll(
    '#pane-loops .tabulator-col-title')].some((e) => e.textContent === 'wait'));
  await close(p);
});

test('lines have figures of their own', async () => {
  const metric = (n, v) => `<m n="${n}" v="${v}"/>`;
  const p = await open(html('--source', root, file('lines.xml', profile({
    file: 'shallow.f90', path: '/home/u/shallow.f90',
    metrics: '<metric name="misses" unit="1" kind="sum"/>',
    loops: [{ function: 'f', id: 'f@shallow.f90:20', line: 20, 'end-line': 30,
      entries: 1, sampled: 1, time: 9, bound: 1, verdict: 'ok',
      inside: `<line line="21">${metric('misses', 700)}</line>`
        + `<line line="23">${metric('misses', 34)}</line>` }] }))));
  await p.selectOption('#metrics select', 'misses');
  await until(p, () => document.querySelector('.line[data-line="21"] .figure')
    ?.textContent === '700');
  assert.equal(await p.textContent('.line[data-line="23"] .figure'), '34');
  assert.equal(await p.textContent('.line[data-line="22"] .figure'), '');
  // The loop has those of its lines.
  assert.deepEqual(await column(p, 'm:misses'), ['734']);
  assert.deepEqual(await p.$$eval('.line .figure', (all) => all
    .filter((e) => e.style.getPropertyValue('--heat') === '100%')
    .map((e) => e.textContent)), ['734', '700']);
  await close(p);
});

test('a link leads to a loop', async () => {
  const p = await open(page, { hash: '#loop=calc1%40shallow.f90%3A152' });
  await card(p, 'calc1');
  assert.match(await chosen(p), /calc1/);
  await p.evaluate(() => { location.hash = '#loop=calc3@shallow.f90:301'; });
  await card(p, 'calc3');
  await p.locator('#first a').click();
  await card(p, 'calc2');
  assert.match(p.url(), /#loop=calc2%40shallow\.f90%3A210$/);
  // A loop that is not there, and nonsense, are no harm.
  await p.evaluate(() => { location.hash = '#loop=%E0%A4%A&view=no'; });
  await until(p, () => document.querySelector('#tab-loops')
    .getAttribute('aria-selected') === 'true');
  await close(p);
});

test('all of it works by keyboard', async () => {
  const p = await open(page);
  await p.keyboard.press('j');
  await card(p, 'calc1');
  await p.keyboard.press('ArrowDown');
  await card(p, 'calc3');
  await p.keyboard.press('k');
  await card(p, 'calc1');
  await p.keyboard.press('/');
  await p.keyboard.type('move j');
  assert.equal(await p.inputValue('#filter'), 'move j');
  await p.keyboard.press('Escape');
  await p.keyboard.press('2');
  await until(p, () => !document.querySelector('#pane-tree').hidden);
  await p.keyboard.press('1');
  await p.keyboard.press('f');
  assert.equal(await p.evaluate(() => document.activeElement.id), 'formula');
  await p.keyboard.press('Escape');
  const theme = () => p.evaluate(() => document.documentElement.dataset.theme);
  await p.keyboard.press('t');
  assert.equal(await theme(), 'dark');
  await p.keyboard.press('t');
  assert.equal(await theme(), 'light');
  await close(p);
});

test('charts are drawn, and a click chooses a loop', async () => {
  const p = await open(page);
  await p.locator('#treemap').scrollIntoViewIfNeeded();
  await until(p, () => document.querySelector('#treemap canvas')
    && document.querySelector('#scatter canvas'));
  // Both are there; somewhere in the upper left is the largest tile's loop.
  await p.locator('#pane-loops .tabulator-row').nth(2).click();
  await card(p, 'calc3');
  // On a busy machine the tiles may not be where they will be yet.
  await clickUntil(p.locator('#treemap'), { x: 60, y: 80 },
                   () => shows(p, 'calc2'));
  await close(p);
});

test('looks: dark, narrow, on paper', async () => {
  const dark = await open(page, { media: { colorScheme: 'dark' } });
  const back = await dark.evaluate(() => getComputedStyle(document.body)
    .backgroundColor);
  assert.notEqual(back, 'rgb(255, 255, 255)');
  await shot(dark, 'dark', { fullPage: true });
  await close(dark);
  const narrow = await open(page, { width: 400, height: 800 });
  const wide = await narrow.evaluate(() => document.documentElement
    .scrollWidth);
  assert.ok(wide <= 400, `the page is ${wide} wide`);
  assert.equal((await column(narrow, 'name'))[0],
               'swim::calc2 shallow.f90:210-248');
  await shot(narrow, 'narrow', { fullPage: true });
  await close(narrow);
  const paper = await open(page);
  await paper.emulateMedia({ media: 'print' });
  assert.equal(await paper.locator('#tools').isVisible(), false);
  assert.equal(await paper.locator('#card').isVisible(), true);
  await until(paper, () => document.querySelector('#treemap canvas')
    && document.querySelector('#scatter canvas'));
  await shot(paper, 'paper', { fullPage: true });
  await close(paper);
});

test('a page without sources says so', async () => {
  const p = await open(html('--source', `${tools}/metric`, 'shallow.xml'));
  assert.match(await p.textContent('.source-title'), /source not found/);
  assert.ok(await p.locator('.line[data-line="210"] .figure').isVisible());
  await close(p);
});
