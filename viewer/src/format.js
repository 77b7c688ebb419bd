// SPDX-License-Identifier: GPL-3.0-or-later
// Small pieces of text; the digits and units are those of memlb report.

/** SECONDS with a unit, two or three digits; `-' when unknown.  */
export function seconds(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '-';
  if (value < 0) return `-${seconds(-value)}`;
  if (value >= 1e9) return `${value.toExponential(2)} s`;
  if (value >= 999.5) return `${value.toFixed(0)} s`;
  if (value >= 0.9995) return `${value.toFixed(1)} s`;
  if (value >= 0.0995) return `${(value * 1e3).toFixed(0)} ms`;
  if (value >= 0.9995e-3) return `${(value * 1e3).toFixed(1)} ms`;
  if (value === 0) return '0 s';
  if (value < 0.0995e-6) return `${(value * 1e9).toFixed(1)} ns`;
  return `${(value * 1e6).toFixed(1)} µs`;
}

/** SHARE, 0 to 1, in per cent.  */
export function percent(share) {
  if (Number.isNaN(share)) return '-';
  return `${(100 * share).toFixed(share !== 0 && share < 0.1 ? 1 : 0)} %`;
}

/** PART of WHOLE in whole per cent, at most 100, 0 when WHOLE is unknown.  */
export function percentOf(part, whole) {
  return whole > 0 ? Math.min(100, 100 * part / whole).toFixed(0) : '0';
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** The count VALUE.  */
export function count(value) {
  return Number.isNaN(value) ? '-' : grouped.format(value);
}

/** VALUE of a metric with UNIT.  */
export function figure(value, unit) {
  if (value === undefined || Number.isNaN(value)) return '';
  if (unit === 's') return seconds(value);
  if (Math.abs(value) < 1e15 && value === Math.floor(value))
    return grouped.format(value);
  return Number(value.toPrecision(4)).toString();
}

// What can make a text look like another one: controls, and characters that
// change the direction in which the rest is written.
// eslint-disable-next-line no-control-regex
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** TEXT of a name or a source line with what is hidden in it made visible. */
export function safe(text) {
  return String(text ?? '').replace(hidden, '\u{fffd}');
}

/** The local date and time of START, ISO 8601 in UTC; '' if it is none.  */
export function startTime(start) {
  const t = Date.parse(start ?? '');
  if (Number.isNaN(t)) return '';
  const d = new Date(t), two = (n) => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} `
    + `${two(d.getHours())}:${two(d.getMinutes())}`;
}

/** N things called ONE, or MANY.  */
export function plural(n, one, many = `${one}s`) {
  return `${count(n)} ${n === 1 ? one : many}`;
}
