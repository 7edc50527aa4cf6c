import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { at, badInput, isCount, isHash, isId, isLine, mismatch } from "./input.ts";
import { packetsMax } from "./red-packet.ts";
import { checkDerivation, type Derivation, deriveBytes, type Key } from "./seed.ts";

const leafTag = Uint8Array.of(0);
const nodeTag = Uint8Array.of(1);

/**
 * Verifies an RFC 6962 audit path (RFC 9162, 2.1.3.2): that the leaf stands at
 * index in the tree of that size and root. Positions are safe integers, so they
 * are halved by arithmetic: the bit operators of JavaScript stop at 32 bits.
 */
export function checkInclusion(
  leaf: string,
  index: number,
  size: number,
  root: string,
  proof: readonly string[],
): void {
  if (!isCount(index) || !isId(size) || index >= size) badInput(`leaf ${index} of ${size}`);
  if (!isHash(root) || !proof.every(isHash)) badInput("tree hash");
  let node = index;
  let last = size - 1;
  let hash = sha256(concatBytes(leafTag, utf8ToBytes(leaf)));
  for (const sibling of proof.map(hexToBytes)) {
    if (last === 0) mismatch("the proof is too long");
    if (node % 2 === 1 || node === last) {
      hash = sha256(concatBytes(nodeTag, sibling, hash));
      while (node % 2 === 0 && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      hash = sha256(concatBytes(nodeTag, hash, sibling));
    }
    node = half(node);
    last = half(last);
  }
  if (last !== 0) mismatch("the proof is too short");
  if (bytesToHex(hash) !== root) mismatch("the proof does not lead to the root");
}

function half(n: number): number {
  return (n - (n % 2)) / 2;
}

/** Salt i of a committed list. */
export function salts(key: Key, label: string, d: Derivation, n: number): string[] {
  checkDerivation(d);
  if (!isLine(label) || !isId(n) || n > packetsMax) badInput(`${n} salts`);
  return Array.from({ length: n }, (_, i) =>
    bytesToHex(deriveBytes(key, ["BOX1/salt", label, d.scope, d.beacon, d.ctx, i])),
  );
}

/** Shows one value of a committed list. */
export type Opening = { index: number; size: number; value: number; salt: string; proof: readonly string[] };

function openingLeaf(label: string, scope: string, index: number, value: number, salt: string): string {
  return `${["BOX1/opening", label, scope, index, value, salt].join("\n")}\n`;
}

/** The root of a whole committed list (RFC 6962), once every value and salt is known. */
export function listRoot(label: string, scope: string, values: readonly number[], salt: readonly string[]): string {
  if (values.length === 0 || values.length !== salt.length) badInput(`list of ${values.length} values`);
  let level: Uint8Array[] = values.map((value, i) =>
    sha256(concatBytes(leafTag, utf8ToBytes(openingLeaf(label, scope, i, value, at(salt, i))))),
  );
  // Pairing level by level and carrying an odd last node up gives the same tree as RFC 6962's split at a power of two.
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i + 1 < level.length; i += 2)
      next.push(sha256(concatBytes(nodeTag, at(level, i), at(level, i + 1))));
    if (level.length % 2 === 1) next.push(at(level, level.length - 1));
    level = next;
  }
  return bytesToHex(at(level, 0));
}

/** Verifies an opened value against a published root: a claimed packet, a flipped card. */
export function checkOpening(label: string, scope: string, root: string, o: Opening): void {
  if (!isLine(label) || !isLine(scope) || !isCount(o.value) || !isHash(o.salt)) badInput("opening");
  if (!isId(o.size) || o.size > packetsMax) badInput(`opening of ${o.size}`);
  checkInclusion(openingLeaf(label, scope, o.index, o.value, o.salt), o.index, o.size, root, o.proof);
}
