/**
 * What this client sends, in msgpack (https://github.com/msgpack/msgpack/blob/master/spec.md): one array of at most
 * 15 strings, booleans, bytes and natural numbers. The library's encoder knows every JavaScript value and would cost
 * every screen with a socket 2 KB; what the server sends is read by the library.
 */
export type FrameValue = string | boolean | number | Uint8Array;

const utf8 = new TextEncoder();
const U32 = 2 ** 32;

/** The shortest form of every value, as the library writes it. Throws a RangeError for what a frame cannot hold. */
export function encodeFrame(values: readonly FrameValue[]): Uint8Array {
  if (values.length > 15) throw new RangeError(`frame of ${values.length} values`);
  const out: number[] = [0x90 | values.length];
  for (const value of values) {
    if (typeof value === "boolean") out.push(value ? 0xc3 : 0xc2);
    else if (typeof value === "number") writeNatural(out, value);
    else if (typeof value === "string") {
      const text = utf8.encode(value);
      if (text.length < 32) out.push(0xa0 | text.length);
      else writeSized(out, 0xd9, text.length);
      for (const byte of text) out.push(byte);
    } else {
      writeSized(out, 0xc4, value.length);
      for (const byte of value) out.push(byte);
    }
  }
  return Uint8Array.from(out);
}

function writeNatural(out: number[], n: number): void {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`frame number ${n}`);
  if (n < 0x80) out.push(n);
  else if (n < U32) writeSized(out, 0xcc, n);
  else {
    out.push(0xcf);
    writeBytes(out, Math.floor(n / U32), 4);
    writeBytes(out, n % U32, 4);
  }
}

/** `code` and the two behind it stand for a size of one, two and four bytes. */
function writeSized(out: number[], code: number, n: number): void {
  const step = n < 0x100 ? 0 : n < 0x1_0000 ? 1 : 2;
  out.push(code + step);
  writeBytes(out, n, 1 << step);
}

function writeBytes(out: number[], n: number, count: number): void {
  for (let i = count - 1; i >= 0; i--) out.push((n / 2 ** (8 * i)) & 0xff);
}
