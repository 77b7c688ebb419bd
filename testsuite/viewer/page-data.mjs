// SPDX-License-Identifier: GPL-3.0-or-later
// What memlb html packs, the page unpacks: every attribute and every value of
// profiles, to the last digit.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { readData } from '../../viewer/src/data.js';
import { distribution, entriesOf } from '../../viewer/src/entries.js';
import { Profile } from '../../viewer/src/loops.js';
import { kindNames, treeOf } from '../../viewer/src/tree.js';
import { profile } from './profiles.mjs';

const tools = join(dirname(fileURLToPath(import.meta.url)), '..', 'tools');
const { tmp } = process.env;

/** The data of a page of PROFILES.  */
async function pageOf(...profiles) {
  const out = join(tmp, 'page.html');
  execFileSync('memlb', ['html', '-o', out, ...profiles],
               { cwd: tools, stdio: ['ignore', 'ignore', 'pipe'] });
  const [, text] = /id="memlb-data">([^<]*)</.exec(readFileSync(out, 'utf8'));
  return readData(text);
}

function decode(text) {
  const named = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return text.replace(/&(#x?)?([0-9a-zA-Z]+);/g, (_, sign, what) => (
    sign ? String.fromCodePoint(sign === '#' ? Number(what)
      : parseInt(what, 16)) : named[what]));
}

/** The scopes of the profile in XML, in its order, with their values.  */
function scopesOf(xml) {
  const scopes = [], open = [];
  for (const [, close, element, rest, empty]
    of xml.matchAll(/<(\/?)([a-z]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>/g)) {
    if (close) {
      open.pop();
      continue;
    }
    const attributes = Object.fromEntries([...rest.matchAll(
      /([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, decode(value)]));
    if (element === 'm' && open.length)
      open.at(-1)?.values.push([attributes.n, Number(attributes.v)]);
    const scope = kindNames.includes(element) && element
      ? { element, attributes, values: [] } : null;
    if (scope) scopes.push(scope);
    if (!empty) open.push(scope ?? { values: [] });
  }
  return scopes;
}

async function same(file) {
  const data = await pageOf(file);
  const tree = treeOf(data, data.head.profiles[0]);
  const scopes = scopesOf(readFileSync(resolve(tools, file), 'utf8'));
  assert.equal(tree.n, scopes.length);
  scopes.forEach((s, i) => {
    assert.equal(kindNames[tree.kinds[i]], s.element);
    for (const [name, value] of Object.entries(s.attributes)) {
      const got = tree.get(i, name);
      if (typeof got === 'number') assert.equal(got, Number(value), name);
      else assert.equal(got, value, name);
    }
    for (const [name, value] of s.values)
      assert.equal(tree.storedAt(tree.metric(name), i), value, name);
  });
  return scopes.length;
}

const files = readdirSync(tools).filter((f) => (
  /^(counts|entries|edit-before|edit-after|killed|quoting|rank1|shallow|snapshot)\.xml$/
    .test(f)));
for (const file of files)
  test(`all of ${file}`, async () => {
    assert.ok(await same(file) > 1);
  });

test('numbers keep their digits', async () => {
  const numbers = ['0', '1', '999999999', '1000000000', '123456789012345',
    '0.1', '0.123456789', '1.23456789e-12', '1e98', '9.99999999e+98', '-1',
    '-0.5', '1e-98', '0.000001', '12345678.9', '4503599627370497.5'];
  const file = join(tmp, 'numbers.xml');
  writeFileSync(file, profile({ loops: numbers.map((v, i) => (
    { function: `f${i}`, id: `f${i}`, line: i + 1, verdict: 'ok',
      inside: `<m n="x" v="${v}"/>` })),
    metrics: '<metric name="x" unit="1" kind="sum"/>' }));
  assert.ok(await same(file) > numbers.length);
});

test('large pages round, and say nothing else', async () => {
  const n = 20000;
  const lines = Array.from({ length: n }, (_, i) => (
    `<line line="${i + 1}">${Array.from({ length: 16 }, (_, k) => (
      `<m n="x${k}" v="${(i * 7919 + k * 104729) % 1000003}.5"/>`)).join('')}`
      + '</line>')).join('');
  const file = join(tmp, 'large.xml');
  writeFileSync(file, profile({ loops: [{ function: 'f', id: 'f', line: 1,
    verdict: 'ok', time: 1.23456789, inside: lines }] }));
  const data = await pageOf(file);
  const tree = treeOf(data, data.head.profiles[0]);
  const loop = new Profile(data.head.profiles[0], tree).loops[0];
  assert.equal(loop.time, 1.23457);
  const x3 = tree.stored(tree.metric('x3'));
  for (let i = 0; i < n; i++) {
    const want = (i * 7919 + 3 * 104729) % 1000003 + 0.5;
    assert.ok(Math.abs(x3[loop.scope + 1 + i] - want) <= 0.005 * want);
    assert.equal(tree.number(loop.scope + 1 + i, 'line'), i + 1);
  }
});

test('what a later version adds is there', async () => {
  const data = await pageOf('minor.xml');
  const tree = treeOf(data, data.head.profiles[0]);
  assert.ok(tree.n > 1);
  const file = join(tmp, 'later.xml');
  writeFileSync(file, profile({ loops: [{ function: 'f', id: 'f', line: 1,
    verdict: 'ok', time: 2, bound: 1, 'bound-replayed': 0.5,
    'bound-tomorrow': 0.25, mood: 'good' }] }));
  const later = await pageOf(file);
  const p = later.head.profiles[0], t = treeOf(later, p);
  const loop = new Profile(p, t).loops[0];
  assert.equal(loop.goodReplayed, 0.5);
  assert.equal(t.number(loop.scope, 'bound-tomorrow'), 0.25);
  assert.equal(t.get(loop.scope, 'mood'), 'good');
});

test('single entries', async () => {
  const data = await pageOf('entries.xml'), p = data.head.profiles[0];
  const e = entriesOf(data, p), profile = new Profile(p, treeOf(data, p));
  assert.equal(e.n, 7);
  const list = e.byLoop.get(profile.byId.get('solve@steps.c:10').scope);
  assert.deepEqual(list.map((i) => e.time[i]),
                   [0.05, 0.06, 0.09, 0.055, 0.0625, 0.0875]);
  assert.deepEqual(list.map((i) => e.start[i]), [0.1, 0.5, 1.9, 0.1, 0.5, 1.9]);
  assert.deepEqual(list.map((i) => e.bound[i]), [0.025, 0, 0.03, 0, 0.025, 0]);
  assert.deepEqual(list.map((i) => e.threads[i]), [1, 1, 1, 2, 2, 2]);
  assert.equal(e.ranks, null);
  const none = await pageOf('shallow.xml');
  assert.equal(entriesOf(none, none.head.profiles[0]), null);
});

test('how times are distributed', () => {
  assert.equal(distribution([]), null);
  const one = distribution([3]);
  assert.deepEqual([one.n, one.least, one.median, one.most], [1, 3, 3, 3]);
  assert.deepEqual(one.bins, [{ n: 1, from: 3, to: 3 }]);
  // 0, 1, ..., 100: quantiles by hand.
  const even = distribution(Array.from({ length: 101 }, (_, i) => 100 - i), 10);
  assert.deepEqual([even.least, even.low, even.median, even.high, even.most],
                   [0, 10, 50, 90, 100]);
  assert.deepEqual(even.bins.map((b) => b.n),
                   [10, 10, 10, 10, 10, 10, 10, 10, 10, 11]);
  assert.equal(even.grow, false);
  // Over a factor of 20 bins grow: 1, 10, 100 in three of two decades.
  const wide = distribution([1, 1, 10, 100], 2);
  assert.equal(wide.grow, true);
  assert.deepEqual(wide.bins.map((b) => b.n), [2, 2]);
  assert.ok(Math.abs(wide.bins[0].to - 10) < 1e-9);
});
