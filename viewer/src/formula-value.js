// SPDX-License-Identifier: GPL-3.0-or-later
// What a formula comes to: its value, its unit, and how its values add up;
// the rules of tools/lib/formula-value.c.

import { FormulaError } from './formula.js';
import { anyUnit, one, parseUnit, productUnit, rootUnit, sameUnit, unitText }
  from './unit.js';

function several(op, values) {
  const known = values.filter((x) => !Number.isNaN(x));
  if (known.length < values.length && (op === 'min' || op === 'max'))
    return NaN;
  if (!known.length) return NaN;
  if (op === 'min') return known.reduce((a, b) => (b < a ? b : a));
  if (op === 'max') return known.reduce((a, b) => (b > a ? b : a));
  const sum = known.reduce((a, b) => a + b);
  return op === 'mean' ? sum / known.length : sum;
}

/** A && B or A || B: one may decide though the other is not known.  */
function logic(op, a, b) {
  const decides = op === '||' ? 1 : 0;
  for (const x of [a, b])
    if (!Number.isNaN(x) && Number(x !== 0) === decides) return decides;
  return Number.isNaN(a) || Number.isNaN(b) ? NaN : 1 - decides;
}

function arithmetic(op, a, b) {
  switch (op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b === 0 ? NaN : a / b;
    case 'negate': return -a;
    case 'not': return Number.isNaN(a) ? NaN : Number(a === 0);
    case 'sqrt': return a < 0 ? NaN : Math.sqrt(a);
    case 'abs': return Math.abs(a);
    case 'known': return Number(!Number.isNaN(a));
    case 'default': return Number.isNaN(a) ? b : a;
    case '&&': case '||': return logic(op, a, b);
    default:
  }
  if (Number.isNaN(a) || Number.isNaN(b)) return NaN;
  switch (op) {
    case '<': return Number(a < b);
    case '<=': return Number(a <= b);
    case '>': return Number(a > b);
    case '>=': return Number(a >= b);
    case '==': return Number(a === b);
    default: return Number(a !== b);
  }
}

function valueOf(t, operands) {
  switch (t.op) {
    case 'number': return t.number;
    case 'operand': return operands[t.operand];
    case 'min': case 'max': case 'sum': case 'mean':
      return several(t.op, t.args.map((a) => valueOf(a, operands)));
    case 'if': {
      const condition = valueOf(t.args[0], operands);
      return Number.isNaN(condition) ? NaN
        : valueOf(t.args[condition !== 0 ? 1 : 2], operands);
    }
    default:
      return arithmetic(t.op, valueOf(t.args[0], operands),
                        t.args[1] ? valueOf(t.args[1], operands) : NaN);
  }
}

/** The value of F with OPERANDS; NaN if not known or too large.  */
export function formulaValue(f, operands) {
  const value = valueOf(f.root, operands);
  return Math.abs(value) < 1e99 ? value : NaN;
}

function termKnown(t, operands) {
  if (t.op === 'number') return true;
  if (t.op === 'operand') return !Number.isNaN(operands[t.operand]);
  const known = t.args.map((a) => termKnown(a, operands));
  const all = known.every(Boolean);
  switch (t.op) {
    case 'sum': case 'mean': case 'default': return known.some(Boolean);
    case 'known': return true;
    case 'if': case '&&': case '||':
      return all || !Number.isNaN(valueOf(t, operands));
    default: return all;
  }
}

/** Whether F can be computed, were it not for divisors of zero.  */
export function formulaKnown(f, operands) {
  return termKnown(f.root, operands);
}

const truths = ['not', 'known', '&&', '||', '<', '<=', '>', '>=', '==', '!='];

function unitOf(t, units, name) {
  if (t.op === 'number') return anyUnit;
  if (t.op === 'operand') return units[t.operand];
  let u = null;
  t.args.forEach((a, i) => {
    const v = unitOf(a, units, name);
    if (t.op === 'if' && i === 0) return;
    if (u === null) u = v;
    else if (t.op === '*' || t.op === '/')
      u = productUnit(u, v, t.op === '/' ? -1 : 1);
    else if (t.op !== '&&' && t.op !== '||') {
      if (!sameUnit(u, v))
        throw new FormulaError(
          `formula of \`${name}' adds or compares ${unitText(u)} and `
          + `${unitText(v)}; convert one, or give the unit: `
          + 'NAME [UNIT] = ...');
      u = u.unknown || u.any ? v : u;
    }
  });
  if (t.op === 'sqrt') return rootUnit(u);
  return truths.includes(t.op) ? one : u;
}

/** The unit of F as text, where its operands have UNITS.  */
export function formulaUnit(f, units) {
  return unitText(f.unit ? parseUnit(f.unit) : unitOf(f.root, units, f.name));
}

// What a term's values do when scopes are put together, in the order of what
// can be said of them.
const ZERO = 0, CONSTANT = 1, LINEAR = 2, SUM = 3, RATIO = 4;

function addChoice(a, b) {
  if (a === RATIO || b === RATIO) return RATIO;
  if (a <= CONSTANT && b <= CONSTANT) return CONSTANT;
  return a === CONSTANT || b === CONSTANT ? RATIO : SUM;
}

function addTwo(op, a, b) {
  switch (op) {
    case '+': case '-':
      if (a === ZERO || b === ZERO) return Math.max(a, b);
      if ((a === CONSTANT) !== (b === CONSTANT)) return RATIO;
      return Math.max(a, b);
    case '*':
      if (a <= CONSTANT) return b === ZERO ? CONSTANT : b;
      return b <= CONSTANT ? a : RATIO;
    case '/': return b <= CONSTANT ? a : RATIO;
    case 'min': case 'max': case 'sum': case 'default': case 'if':
      return addChoice(a, b);
    default: return a <= CONSTANT && b <= CONSTANT ? CONSTANT : RATIO;
  }
}

function additionOf(t, f, kinds) {
  if (t.op === 'number') return t.number === 0 ? ZERO : CONSTANT;
  if (t.op === 'operand') {
    const { where } = f.operands[t.operand];
    if (where === 'total') return CONSTANT;
    return where === 'self' && kinds[t.operand] === 'sum' ? LINEAR : RATIO;
  }
  const args = t.op === 'if' ? t.args.slice(1) : t.args;
  const all = t.args.map((a) => additionOf(a, f, kinds));
  const list = t.op === 'if' ? all.slice(1) : all;
  const result = list.reduce((a, b) => addTwo(t.op, a, b));
  if (args.length === 1 && ['min', 'max', 'sum', 'abs'].includes(t.op))
    return result === LINEAR ? SUM : result;
  if (args.length === 1 && t.op !== 'negate')
    return result <= CONSTANT ? CONSTANT : RATIO;
  return t.op === 'if' && result <= CONSTANT ? RATIO : result;
}

/** { kind, linear }: whether F's values add up, with operands of KINDS.  */
export function formulaKind(f, kinds) {
  const a = additionOf(f.root, f, kinds);
  return { kind: f.kind ?? (a === LINEAR || a === SUM ? 'sum' : 'ratio'),
           linear: a === LINEAR };
}
