/**
 * The provably fair engine BOX1, written independently of the Go package
 * `fairness`; both pass the vectors in fairness/testdata. Everything here is pure:
 * no clock, no network, no Math.random, no React, and no defaults. A missing or
 * malformed input throws a FairnessError.
 */
export class FairnessError extends Error {
  override readonly name = "FairnessError";
  readonly kind: "input" | "mismatch";

  constructor(kind: "input" | "mismatch", message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Throws for an argument that is missing, malformed or out of range. */
export function badInput(message: string): never {
  throw new FairnessError("input", message);
}

/** Throws for a value that does not follow from what was committed. */
export function mismatch(message: string): never {
  throw new FairnessError("mismatch", message);
}

export const hashLength = 64;

export function isHex(text: string, length: number): boolean {
  return text.length === length && /^[0-9a-f]*$/.test(text);
}

export function isHash(text: string): boolean {
  return isHex(text, hashLength);
}

/** A value that may stand on a line of its own: 1–128 printable ASCII without a space. */
export function isLine(text: string): boolean {
  return /^[!-~]{1,128}$/.test(text) && !text.includes("\n");
}

export function isCount(n: number): boolean {
  return Number.isSafeInteger(n) && n >= 0;
}

export function isId(n: number): boolean {
  return Number.isSafeInteger(n) && n > 0;
}

/** Exact ⌊a / b⌋ for safe integers; a float division may round up. */
export function quotient(a: number, b: number): number {
  return (a - (a % b)) / b;
}

/** Element i of a list that is known to be long enough. */
export function at<T>(list: readonly T[], i: number): T {
  const value = list[i];
  if (value === undefined) badInput(`place ${i} of ${list.length}`);
  return value;
}
