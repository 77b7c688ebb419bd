// SPDX-License-Identifier: GPL-3.0-or-later
// The parser of formulas: the grammar of tools/lib/formula.c, which both
// check against testsuite/unit/metric-cases.txt.

import { parseKind } from './tree.js';

const MOST_TERMS = 2000, MOST_DEPTH = 60, MOST_TEXT = 20000;

const functions = new Map([
  ['min', [1, MOST_TERMS]], ['max', [1, MOST_TERMS]],
  ['sum', [1, MOST_TERMS]], ['mean', [1, MOST_TERMS]],
  ['sqrt', [1, 1]], ['abs', [1, 1]], ['known', [1, 1]], ['default', [2, 2]],
  ['if', [3, 3]],
]);
const selectors = ['total', 'own', 'parent', 'module', 'file', 'procedure',
  'loop'];

export class FormulaError extends Error {}

class Parser {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.where = 'self';
    this.depth = 0;
    this.terms = 0;
    this.operands = [];
  }

  fail(what) {
    throw new FormulaError(`character ${this.at + 1}: ${what}`);
  }

  blanks() {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  take(sign) {
    this.blanks();
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  term(op, ...args) {
    if (++this.terms > MOST_TERMS)
      this.fail('too long; divide it into several metrics');
    return { op, args };
  }

  deeper(parse) {
    if (++this.depth > MOST_DEPTH)
      this.fail('too deep; divide it into several metrics');
    const t = parse();
    this.depth--;
    return t;
  }

  name() {
    this.blanks();
    if (this.text[this.at] === '"') {
      const end = this.text.indexOf('"', this.at + 1);
      if (end <= this.at + 1)
        this.fail('a quoted name has no end, or is empty');
      const name = this.text.slice(this.at + 1, end);
      this.at = end + 1;
      return name;
    }
    const m = /^[A-Za-z_][A-Za-z0-9_.]*/.exec(this.text.slice(this.at));
    if (!m) return null;
    this.at += m[0].length;
    return m[0];
  }

  operand(name) {
    let i = this.operands.findIndex((o) => o.name === name
                                    && o.where === this.where);
    if (i < 0) i = this.operands.push({ name, where: this.where }) - 1;
    return { ...this.term('operand'), operand: i };
  }

  call(name) {
    const counts = functions.get(name);
    if (!counts)
      this.fail('no such function; there are min max sum mean sqrt abs if '
                + 'known default');
    const args = [this.choice()];
    while (this.take(',')) args.push(this.choice());
    if (!this.take(')')) this.fail('expected , or ) after an argument');
    if (args.length < counts[0] || args.length > counts[1])
      this.fail('wrong number of arguments; see memlb help metric');
    return this.term(name, ...args);
  }

  selector() {
    const name = this.name();
    if (!selectors.includes(name))
      this.fail('no such scope; there are $total $own $parent $module $file '
                + '$procedure $loop');
    if (this.where !== 'self')
      this.fail('a $scope inside another; take them apart');
    if (!this.take('(')) this.fail('expected ( after a $scope');
    this.where = name;
    const t = this.choice();
    this.where = 'self';
    if (!this.take(')')) this.fail('expected )');
    return t;
  }

  number() {
    const m = /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/
      .exec(this.text.slice(this.at));
    if (/^0[xX]/.test(this.text.slice(this.at)))
      this.fail('not a number; write it in decimal digits');
    const value = m ? Number(m[0]) : NaN;
    if (!Number.isFinite(value)) this.fail('not a number');
    this.at += m[0].length;
    return { ...this.term('number'), number: value };
  }

  primary() {
    this.blanks();
    const c = this.text[this.at] ?? '';
    if (/[0-9.]/.test(c)) return this.number();
    if (this.take('$')) return this.selector();
    if (this.take('(')) {
      const t = this.choice();
      if (!this.take(')')) this.fail('expected )');
      return t;
    }
    const name = this.name();
    if (name === null)
      this.fail(c ? 'expected a metric, a number or ('
        : 'ends too early; expected a metric, a number or (');
    if (c !== '"' && this.take('(')) return this.call(name);
    return this.operand(name);
  }

  unary() {
    return this.deeper(() => {
      if (this.take('-')) return this.term('negate', this.unary());
      this.blanks();
      if (this.text[this.at] === '!' && this.text[this.at + 1] !== '='
          && this.take('!'))
        return this.term('not', this.unary());
      return this.primary();
    });
  }

  /** Operands by INNER, joined from the left by the signs of OPS.  */
  chain(inner, ops) {
    let t = inner();
    for (;;) {
      const found = ops.find(([sign]) => this.take(sign));
      if (!found) return t;
      t = this.term(found[1], t, inner());
    }
  }

  product() {
    return this.chain(() => this.unary(), [['*', '*'], ['/', '/']]);
  }

  sum() {
    return this.chain(() => this.product(), [['+', '+'], ['-', '-']]);
  }

  comparison() {
    const t = this.sum();
    for (const sign of ['<=', '>=', '==', '!=', '<', '>'])
      if (this.take(sign)) return this.term(sign, t, this.sum());
    return t;
  }

  both() {
    return this.chain(() => this.comparison(), [['&&', '&&']]);
  }

  either() {
    return this.chain(() => this.both(), [['||', '||']]);
  }

  choice() {
    const condition = this.deeper(() => this.either());
    if (!this.take('?')) return condition;
    return this.deeper(() => {
      const yes = this.choice();
      if (!this.take(':')) this.fail('expected : after the first choice');
      return this.term('if', condition, yes, this.choice());
    });
  }

  /** [UNIT, KIND], in any order, each may be left out.  */
  brackets() {
    const found = { unit: null, kind: null };
    if (!this.take('[')) return found;
    const end = this.text.indexOf(']', this.at);
    if (end < 0) this.fail('expected ]');
    for (const part of this.text.slice(this.at, end).split(',')) {
      const word = part.trim(), { kind } = parseKind(word);
      if (kind === 'sum' || kind === 'ratio') found.kind = kind;
      else if (kind !== 'none' || !word)
        this.fail('the kind of a derived metric is sum or ratio');
      else if (found.unit) this.fail('two units in the brackets');
      else found.unit = word;
    }
    this.at = end + 1;
    return found;
  }

  finish(formula) {
    this.blanks();
    formula.text = this.text.slice(this.at);
    formula.root = this.choice();
    this.blanks();
    if (this.at < this.text.length)
      this.fail('expected an operator, or the end');
    formula.operands = this.operands;
    return formula;
  }
}

function parser(text) {
  if (text.length > MOST_TEXT)
    throw new FormulaError('a formula of more than 20000 characters; divide '
                           + 'it into several metrics');
  return new Parser(text);
}

/** NAME [UNIT, KIND] = EXPRESSION as a formula.  */
export function parseFormula(text) {
  const p = parser(text);
  const name = p.name();
  if (name === null) p.fail('expected NAME = EXPRESSION');
  const { unit, kind } = p.brackets();
  if (!p.take('=')) p.fail('expected = after the name');
  return p.finish({ name, unit, kind });
}

/** The expression TEXT as a formula called NAME.  */
export function parseExpression(name, text) {
  return parser(text).finish({ name, unit: null, kind: null });
}

/** The name that TEXT consists of, null if it is more than that.  */
export function plainName(text) {
  const p = parser(text);
  const name = p.name();
  p.blanks();
  return name !== null && p.at === text.length ? name : null;
}
