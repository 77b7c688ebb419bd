// SPDX-License-Identifier: GPL-3.0-or-later
// The data in the page: unpacked, and its columns decoded.  What tools/lib/
// page-pack.c writes; doc/viewer.md describes it.

/** The bytes that TEXT, base64 with line ends, stands for.  */
export function bytesOfBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** BYTES, which zlib compressed, as the SIZE ones that they were before.  */
export async function inflate(bytes, size) {
  const all = new Uint8Array(size);
  const reader = new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream('deflate')).getReader();
  let n = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (n + value.length > size) throw new Error('its data are damaged');
    all.set(value, n);
    n += value.length;
  }
  if (n !== size) throw new Error('its data are damaged');
  return all;
}

/** Whole numbers of column C at BYTES: differences in four planes.  */
function integers(bytes, c) {
  const n = c.n, values = new Uint32Array(n);
  const b = bytes.subarray(c.o, c.o + 4 * n);
  let before = 0;
  for (let i = 0; i < n; i++) {
    const v = (b[i] | b[n + i] << 8 | b[2 * n + i] << 16 | b[3 * n + i] << 24)
      >>> 0;
    before = (before + (v & 1 ? ~(v >>> 1) : v >>> 1)) >>> 0;
    values[i] = before;
  }
  return values;
}

const powers = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** DIGITS * 10 ^ EXPONENT, rounded once.  */
function scaled(digits, exponent) {
  if (exponent >= 0)
    return exponent <= 22 ? digits * powers[exponent]
      : Number(`${digits}e${exponent}`);
  return exponent >= -22 ? digits / powers[-exponent]
    : Number(`${digits}e${exponent}`);
}

/** Decimal numbers of column C: a plane of exponents, four of digits.  */
function decimals(bytes, c) {
  const n = c.n, values = new Float64Array(n);
  const b = bytes.subarray(c.o, c.o + 5 * n);
  for (let i = 0; i < n; i++) {
    const v = (b[n + i] | b[2 * n + i] << 8 | b[3 * n + i] << 16
               | b[4 * n + i] << 24) >>> 0;
    const digits = v & 1 ? ~(v >>> 1) : v >>> 1;
    values[i] = scaled(digits, b[i] - 128);
  }
  return values;
}

/** Doubles of column C: eight planes.  */
function doubles(bytes, c) {
  const n = c.n, raw = new Uint8Array(8 * n);
  for (let i = 0; i < n; i++)
    for (let plane = 0; plane < 8; plane++)
      raw[8 * i + plane] = bytes[c.o + plane * n + i];
  return new Float64Array(raw.buffer);
}

/** The data of a page: a head and columns.  */
export class Data {
  /** BYTES as page-pack.c joined them.  */
  constructor(bytes) {
    const length = new DataView(bytes.buffer, bytes.byteOffset, 4)
      .getUint32(0, true);
    const decoder = new TextDecoder();
    this.head = JSON.parse(decoder.decode(bytes.subarray(4, 4 + length)));
    this.bytes = bytes.subarray(4 + length);
    if (this.head.format !== 1)
      throw new Error('data of another memlb; write the page again');
    this.texts = [null, ...this.text(this.head.texts).split('\0')];
  }

  /** The values of column C.  */
  column(c) {
    switch (c.t) {
      case 'b': return this.bytes.subarray(c.o, c.o + c.n);
      case 'i': return integers(this.bytes, c);
      case 'e': return decimals(this.bytes, c);
      case 'd': return doubles(this.bytes, c);
      default: throw new Error(`no such column: ${c.t}`);
    }
  }

  /** The text of column C.  */
  text(c) {
    return new TextDecoder().decode(this.bytes.subarray(c.o, c.o + c.n));
  }
}

/** The data in TEXT, as the page holds it: SIZE:BASE64.  */
export async function readData(text) {
  const colon = text.indexOf(':');
  const size = Number(text.slice(0, colon));
  return new Data(await inflate(bytesOfBase64(text.slice(colon + 1)), size));
}
