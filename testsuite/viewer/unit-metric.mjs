// SPDX-License-Identifier: GPL-3.0-or-later
// Derived metrics: the cases that tools/lib is checked with too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { deriveAny, deriveMetric, inclusive } from '../../viewer/src/metric.js';
import { Tree, kindNames } from '../../viewer/src/tree.js';

const here = dirname(fileURLToPath(import.meta.url));
const top = join(here, '..', '..');
const text = readFileSync(join(top, 'testsuite/unit/metric-cases.txt'), 'utf8');

// The built-in metrics, from the one list that there is of them.
const builtin = [...readFileSync(join(top, 'tools/lib/metric-builtin.def'),
                                 'utf8')
  .matchAll(/^METRIC \("(.+?)", "(.+?)", "(.+?)", "(.+?)", (\w+)\)/gm)]
  .map(([, name, attribute, unit, kind, when]) => (
    { name, attribute, unit, kind, believed: when === 'BELIEVED' }));

/** The tree that LINES describe.  */
function build(lines) {
  const scopes = [], metrics = [], open = [];
  const define = [];
  for (const line of lines) {
    const [what, ...rest] = line.split(' ');
    if (what === 'metric') {
      const [name, unit, ...kind] = rest;
      metrics.push({ name, unit: unit === '-' ? null : unit,
                     kind: kind.join(' ') });
    } else if (what === 'define') define.push(rest.join(' '));
    else {
      const depth = Number(rest[0]);
      const scope = { kind: kindNames.indexOf(rest[1]), set: new Map(),
                      parent: depth ? open[depth - 1] : -1 };
      scope.set.set('name', rest[2]);
      for (const setting of rest.slice(3)) {
        const at = setting.lastIndexOf('=');
        scope.set.set(setting.slice(0, at), setting.slice(at + 1));
      }
      open[depth] = scopes.push(scope) - 1;
    }
  }
  const tree = new Tree(Uint8Array.from(scopes, (s) => s.kind),
                        Int32Array.from(scopes, (s) => s.parent), builtin);
  const names = new Set(scopes.flatMap((s) => [...s.set.keys()]));
  for (const name of names) {
    const at = scopes.flatMap((s, i) => (s.set.has(name) ? [i] : []));
    const values = at.map((i) => scopes[i].set.get(name));
    if (!metrics.some((m) => m.name === name))
      tree.addAttribute(name, Uint32Array.from(at), values);
  }
  for (const m of metrics)
    tree.addMetric({ ...m, values: Float64Array.from(scopes, (s) => (
      s.set.has(m.name) ? Number(s.set.get(m.name)) : NaN)) });
  for (const d of define) deriveMetric(tree, d);
  return { tree, scope: (name) => scopes.findIndex(
    (s) => s.set.get('name') === name) };
}

let lines = [];
let cases = 0, fails = 0;
for (const line of text.split('\n')) {
  if (line.startsWith('tree ')) lines = [];
  else if (line.startsWith('case ')) {
    const [definition, scope, value, unit, kind]
      = line.slice(5).split(' | ');
    const mine = [...lines];
    cases++;
    test(`${definition} in ${scope} (${cases})`, () => {
      const { tree, scope: number } = build(mine);
      const metric = deriveMetric(tree, definition);
      const got = tree.stored(metric)[number(scope)];
      if (value === '-') assert.ok(Number.isNaN(got), `${got}`);
      else
        assert.ok(Math.abs(got - Number(value))
                  <= 1e-14 * Math.abs(Number(value)), `${got}, not ${value}`);
      if (unit !== undefined) assert.equal(metric.unit ?? '-', unit);
      if (kind !== undefined) assert.equal(metric.kind, kind);
    });
  } else if (line.startsWith('fail ')) {
    const [definition, message] = line.slice(5).split(' | ');
    const mine = [...lines];
    fails++;
    test(`${definition} is refused`, () => {
      const { tree } = build(mine);
      assert.throws(() => deriveMetric(tree, definition),
                    (e) => e.message.includes(message));
    });
  } else if (line && !line.startsWith('#')) lines.push(line);
}

test('all cases were read', () => {
  assert.ok(cases >= 100 && fails >= 20, `${cases} cases, ${fails} refused`);
});

test('an expression alone is its own name', () => {
  const { tree, scope } = build(['scope 0 program p time=4 bound=1']);
  const metric = deriveAny(tree, 'time - bound');
  assert.equal(metric.name, 'time - bound');
  assert.equal(inclusive(tree, metric)[scope('p')], 3);
});

test('too much is refused, not followed', () => {
  const { tree } = build(['scope 0 program p time=4']);
  for (const [definition, message] of [
    [`x = ${'('.repeat(10000)}1`, 'too deep'],
    [`x = ${'-'.repeat(10000)}1`, 'too deep'],
    [`x = 1${'+1'.repeat(3000)}`, 'too long'],
    ['x'.repeat(30000), 'more than']])
    assert.throws(() => deriveMetric(tree, definition),
                  (e) => e.message.includes(message));
});

test('metrics that refer to one another without an end are refused', () => {
  const { tree } = build(['scope 0 program p time=4']);
  const ready = [{ name: 'a', definition: 'a = b + 1' },
                 { name: 'b', definition: 'b = a + 1' }];
  assert.throws(() => deriveMetric(tree, 'a', ready), /refers to itself/);
});
