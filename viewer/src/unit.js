// SPDX-License-Identifier: GPL-3.0-or-later
// Units of metrics and their algebra, as tools/lib/unit.c has it: B / s is
// B/s, s * s is s^2, and s + B is nothing.

const MOST_FACTORS = 6, MOST_SYMBOL = 24;

/** { unknown, any, factors: Map of symbol to exponent }.  */
export const unknown = Object.freeze({ unknown: true, factors: new Map() });
export const anyUnit = Object.freeze({ any: true, factors: new Map() });
export const one = Object.freeze({ factors: new Map() });

function multiply(factors, symbol, power) {
  if (symbol === '1') return true;
  if (!symbol || symbol.length >= MOST_SYMBOL) return false;
  const sum = (factors.get(symbol) ?? 0) + power;
  if (!factors.has(symbol) && factors.size >= MOST_FACTORS) return false;
  if (sum === 0) factors.delete(symbol);
  else factors.set(symbol, sum);
  return Math.abs(sum) <= 20;
}

/** The unit written as TEXT.  */
export function parseUnit(text) {
  if (!text) return unknown;
  const factors = new Map();
  let sign = 1;
  for (const part of text.split(/([*/])/)) {
    if (part === '*' || part === '/') {
      sign = part === '/' ? -1 : 1;
      continue;
    }
    const m = /^([^^]*)(?:\^(-?[0-9.]+))?$/.exec(part);
    const power = m ? Number(m[2] ?? 1) : NaN;
    if (!(Math.abs(power) <= 20) || (2 * power) % 1 !== 0
        || !multiply(factors, m[1], sign * power))
      return unknown;
  }
  return { factors };
}

/** U as text, null when it is unknown.  */
export function unitText(u) {
  if (u.unknown) return null;
  const above = [], below = [];
  for (const [symbol, power] of u.factors) {
    const p = Math.abs(power);
    (power > 0 ? above : below).push(p === 1 ? symbol : `${symbol}^${p}`);
  }
  return (above.join('*') || '1') + below.map((x) => `/${x}`).join('');
}

/** False when A and B are known to differ.  */
export function sameUnit(a, b) {
  if (a.unknown || b.unknown || a.any || b.any) return true;
  return a.factors.size === b.factors.size
    && [...a.factors].every(([s, p]) => b.factors.get(s) === p);
}

/** A * B, or A / B if SIGN is -1.  */
export function productUnit(a, b, sign) {
  if (a.unknown || b.unknown) return unknown;
  const factors = new Map(a.factors);
  for (const [symbol, power] of b.factors)
    if (!multiply(factors, symbol, sign * power)) return unknown;
  return { factors, any: a.any && b.any };
}

/** The square root of A.  */
export function rootUnit(a) {
  const factors = new Map();
  for (const [symbol, power] of a.factors) {
    if (power % 1 !== 0) return unknown;
    factors.set(symbol, power / 2);
  }
  return { ...a, factors };
}
