// SPDX-License-Identifier: GPL-3.0-or-later
// What the browser tests share: pages made by memlb html, opened in Chromium.
// Nothing waits for a time: a test waits until the page shows something, and
// every page is watched for errors and requests.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { abs_top_builddir: built, tmp, CHROMIUM } = process.env;
const require = createRequire(join(built, 'viewer/npm/node_modules/none.js'));
const { chromium } = require('playwright-core');

export const here = dirname(fileURLToPath(import.meta.url));
/** The profiles and sources of the tests of the tools.  */
export const tools = join(here, '..', 'tools');
const shots = join(built, 'testsuite/viewer/shots');
// Long, since machines may be busy; what fails does so at once or never.
const WAIT = 300000;

const browser = await chromium.launch({ executablePath: CHROMIUM,
  timeout: WAIT, args: ['--no-sandbox', '--disable-gpu',
    '--disable-dev-shm-usage', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run'] });
after(() => browser.close());

/** A file of the text TEXT, called NAME.  */
export function file(name, text) {
  const path = join(tmp, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

let pages = 0;

/** The page that memlb html makes of ARGS.  */
export function html(...args) {
  const out = join(tmp, `page-${++pages}.html`);
  execFileSync('memlb', ['html', '-o', out, ...args], { cwd: tools,
    stdio: ['ignore', 'inherit', 'pipe'] });
  return out;
}

/** Open PATH, with HASH and at SIZE, and wait until its rows are there.  The
    page has `bad', a list of what must not happen.  */
export async function open(path, { hash = '', width = 1280, height = 720,
                                   media = {} } = {}) {
  const context = await browser.newContext({ viewport: { width, height },
    locale: 'en-US', timezoneId: 'UTC', ...media });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  page.bad = [];
  page.on('console', (m) => {
    if (m.type() === 'error' || m.type() === 'warning')
      page.bad.push(`console: ${m.text()}`);
  });
  page.on('pageerror', (e) => page.bad.push(`error: ${e.stack}`));
  page.on('dialog', (d) => {
    page.bad.push(`dialog: ${d.message()}`);
    d.dismiss();
  });
  const url = pathToFileURL(path).href;
  page.on('request', (r) => {
    if (r.url().split('#')[0] !== url) page.bad.push(`request: ${r.url()}`);
  });
  await page.goto(url + hash, { timeout: WAIT });
  await page.waitForFunction(
    () => document.documentElement.dataset.ready === 'yes');
  return page;
}

/** End with PAGE, in which nothing bad may have happened.  */
export async function close(page) {
  assert.deepEqual(page.bad, []);
  await page.context().close();
}

/** Keep a picture of PAGE as NAME.  */
export async function shot(page, name, options = {}) {
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), ...options });
}

/** The texts of the column FIELD in the table of the view VIEW.  */
export function column(page, field, view = 'loops') {
  return page.$$eval(
    `#pane-${view} .tabulator-row [tabulator-field="${field}"]`,
    (cells) => cells.map((c) => c.textContent.trim()));
}

/** Wait until TEST, a function for the page, is true of ARGUMENT.  */
export function until(page, test, argument) {
  return page.waitForFunction(test, argument, { timeout: WAIT });
}

/** Whether the card is that of a loop whose title holds TEXT.  */
export function shows(page, text) {
  return page.evaluate((t) => Boolean(document.querySelector('#card h2')
    ?.textContent.includes(t)), text);
}

/** Click on LOCATOR at POSITION, once a second, until TEST, an asynchronous
    function, is true.  */
export async function clickUntil(locator, position, test) {
  for (let left = WAIT / 1000; left > 0; left--) {
    await locator.click({ position });
    for (let looks = 10; looks > 0; looks--) {
      if (await test()) return;
      await new Promise((done) => { setTimeout(done, 100); });
    }
  }
  throw new Error(`clicked for ${WAIT / 1000} s in vain`);
}

/** Wait until the card is that of a loop whose title holds TEXT.  */
export function card(page, text) {
  return until(page, (t) => document.querySelector('#card h2')?.textContent
    .includes(t), text);
}
