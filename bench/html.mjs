// SPDX-License-Identifier: GPL-3.0-or-later
// html.mjs MODULES CHROMIUM PAGE RUNS: how long a page takes in Chromium.

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, executablePath, page, runs] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'none.js'));
const { chromium } = require('playwright-core');
const url = pathToFileURL(resolve(page)).href;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox',
  '--disable-gpu', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-first-run'] });

/** Milliseconds from a click on the head of FIELD until rows are drawn.  */
function sort(p, field) {
  return p.evaluate((name) => new Promise((done) => {
    const head = document.querySelector(`#pane-loops .tabulator-col[`
      + `tabulator-field="${name}"] .tabulator-col-content`);
    const begin = performance.now();
    head.click();
    requestAnimationFrame(() => setTimeout(
      () => done(performance.now() - begin), 0));
  }), field);
}

const rows = {};
const add = (name, value) => (rows[name] ??= []).push(value);
for (let run = 0; run < Number(runs); run++) {
  const p = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const cdp = await p.context().newCDPSession(p);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await p.goto(url);
  await p.waitForFunction(
    () => document.documentElement.dataset.ready === 'yes', null,
    { timeout: 120000 });
  add('first rows and bar', await p.evaluate(() => performance
    .getEntriesByName('memlb-rows')[0].startTime));
  const { metrics } = await cdp.send('Performance.getMetrics');
  add('processor time until then',
      1000 * metrics.find((m) => m.name === 'TaskDuration').value);
  for (const field of ['time', 'bound', 'speedup', 'name', 'verdict'])
    add(`sort by ${field}`, await sort(p, field));
  await p.close();
}
await browser.close();
for (const [name, values] of Object.entries(rows)) {
  values.sort((a, b) => a - b);
  console.log(`| ${name} | ${values[0].toFixed(0)} ms best, `
    + `${values[values.length >> 1].toFixed(0)} ms middle of ${values.length} |`);
}
