import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { badInput, isCount, isHash, isLine } from "./input.ts";

export const userSeedMax = 16;
export const seatMax = 99;

/** The secret of one epoch or room, known here only once it is revealed. */
export type Key = { readonly bytes: Uint8Array; readonly commit: string };

export function parseKey(hex: string): Key {
  if (!isHash(hex)) badInput("key is not 64 hex characters");
  const bytes = hexToBytes(hex);
  if (bytes.every((b) => b === 0)) badInput("key is all zeros");
  return { bytes, commit: bytesToHex(sha256(concatBytes(utf8ToBytes("BOX1/commit\n"), bytes))) };
}

/** What every seed and stream of one draw shares. */
export type Derivation = { scope: string; beacon: string; ctx: string };

/** hex HMAC-SHA256(K, title and lines, each ended by a line break). */
export function deriveBytes(key: Key, lines: readonly (string | number)[]): Uint8Array {
  return hmac(sha256, key.bytes, utf8ToBytes(`${lines.join("\n")}\n`));
}

export function checkDerivation(d: Derivation): void {
  if (!isLine(d.scope)) badInput("scope");
  if (!isHash(d.beacon)) badInput("beacon is not 64 hex characters");
  if (!isHash(d.ctx)) badInput("context is not 64 hex characters");
}

/** Solo play: n is the nonce and seat 0; battle: n is the round. */
export function serverSeed(key: Key, d: Derivation, n: number, seat: number): string {
  checkDerivation(d);
  if (!isCount(n) || !isCount(seat) || seat > seatMax) badInput(`n ${n} seat ${seat}`);
  return bytesToHex(deriveBytes(key, ["BOX1/seed", d.scope, d.beacon, d.ctx, n, seat]));
}

export function serverHash(seed: string): string {
  return textHash(seed);
}

/** hex SHA-256 of a text's UTF-8. */
export function textHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

export function checkUserSeed(seed: string): void {
  if (!/^[0-9A-Za-z]{1,16}$/.test(seed) || seed.endsWith("\n")) {
    badInput("user seed is not 1 to 16 characters of 0-9A-Za-z");
  }
}

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * Makes 16 characters of 0-9a-z, each equally likely, from bytes the caller took
 * from crypto.getRandomValues. Bytes of 252 and above are skipped; running out is
 * an error.
 */
export function generateUserSeed(random: Iterable<number>): string {
  const fair = 256 - (256 % alphabet.length);
  let seed = "";
  for (const byte of random) {
    if (byte < fair) seed += alphabet.charAt(byte % alphabet.length);
    if (seed.length === userSeedMax) return seed;
  }
  return badInput("not enough random bytes for a user seed");
}
