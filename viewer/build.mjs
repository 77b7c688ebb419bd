// SPDX-License-Identifier: GPL-3.0-or-later
// Build the viewer: one file of HTML with everything in it but the data.
//
//   node build.mjs SOURCE MODULES OUT
//
// SOURCE is this folder, MODULES the node_modules to take libraries from,
// OUT the file to write; with PLAIN=1 in the environment it can be read and
// debugged.  The page allows no script and no style but the two
// in it, by their hashes, and no request at all.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, statSync, writeFileSync }
  from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';

const [source, modules, out] = process.argv.slice(2).map((x) => resolve(x));
const require = createRequire(join(modules, 'nothing.js'));
const esbuild = require('esbuild');

const result = await esbuild.build({
  entryPoints: [join(source, 'src/app.js')],
  bundle: true, minify: !process.env.PLAIN, write: false, metafile: true,
  format: 'iife', target: 'es2022', charset: 'utf8', legalComments: 'none',
  nodePaths: [modules], outdir: 'out', logLevel: 'warning',
});
const text = (ending) => result.outputFiles
  .find((f) => f.path.endsWith(ending)).text.trim();
// The end of the element must not stand in a string of the script.
const script = text('.js').replaceAll('</script', '<\\/script')
  .replaceAll('<!--', '<\\!--');
const style = text('.css');
const hash = (what) => `'sha256-${createHash('sha256').update(what)
  .digest('base64')}'`;
const policy = ["default-src 'none'", `script-src ${hash(script)}`,
  `style-src ${hash(style)}`, 'img-src data:', "base-uri 'none'",
  "form-action 'none'"].join('; ');

/** The packages whose files are in the bundle.  */
function packages() {
  const names = new Set();
  for (const input of Object.keys(result.metafile.inputs)) {
    const parts = input.split(/[\\/]/);
    const at = parts.lastIndexOf('node_modules');
    if (at >= 0)
      names.add(parts[at + 1].startsWith('@')
        ? `${parts[at + 1]}/${parts[at + 2]}` : parts[at + 1]);
  }
  return [...names].sort();
}

/** The name, version, licence and the licence's text of package NAME.  */
function licence(name) {
  const folder = join(modules, ...name.split('/'));
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder)
    .filter((f) => /^(licen[cs]e|notice|copyright)/i.test(f))
    .flatMap((f) => (statSync(join(folder, f)).isFile() ? [f]
      : readdirSync(join(folder, f)).map((inside) => join(f, inside))));
  if (!files.some((f) => /^licen[cs]e/i.test(f)))
    throw new Error(`${name} has no licence`);
  return `${name} ${about.version}: ${about.license}\n\n`
    + files.sort().map((f) => readFileSync(join(folder, f), 'utf8').trim())
      .join('\n\n');
}

const licences = 'This page: memlb, GPL-3.0-or-later, with these libraries:\n'
  + `\n${packages().map(licence).join(`\n\n${'-'.repeat(70)}\n\n`)}\n`;
const safe = licences.replaceAll('<', '‹');
let page = readFileSync(join(source, 'src/page.html'), 'utf8');
for (const [name, value] of [['@CSP@', policy], ['@STYLE@', style],
                             ['@LICENCES@', safe], ['@SCRIPT@', script]])
  page = page.replace(name, () => value);
if (page.split('@MEMLB-DATA@').length !== 2)
  throw new Error('not one place for the data');
writeFileSync(`${out}.tmp`, page);
writeFileSync(`${out.replace(/\.html$/, '')}-licences.txt`, licences);
renameSync(`${out}.tmp`, out);
process.stdout.write(`${out.split(sep).at(-1)}: `
  + `${Math.round(page.length / 1000)} kB\n`);
