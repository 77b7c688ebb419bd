// SPDX-License-Identifier: GPL-3.0-or-later
// planted.mjs MODULES CHROMIUM PAGE PICTURE: what the first screen of a page
// says.

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, executablePath, page, picture] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'none.js'));
const { chromium } = require('playwright-core');
const browser = await chromium.launch({ executablePath, timeout: 0,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run'] });
const p = await browser.newPage({ viewport: { width: 1280, height: 720 } });
p.setDefaultTimeout(0);
await p.goto(pathToFileURL(resolve(page)).href);
await p.waitForFunction(
  () => document.documentElement.dataset.ready === 'yes');
for (const what of ['#first', '#card h2', '#card .limit', '#card .trust',
  '#card .try'])
  console.log((await p.textContent(what)).trim());
await p.screenshot({ path: picture });
await browser.close();
