/** ALTCHA's proof of work: the number whose hash, behind a salt, is the challenge. */
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import type { Api } from "../../protocol/api.ts";

export type Task = NonNullable<Api["CaptchaChallenge"]["work"]>;

/** The number, or undefined when the challenge has none up to its bound. Takes seconds: not for the page's thread. */
export function solve({ salt, challenge, most }: Task): number | undefined {
  const text = new TextEncoder();
  const wanted = hexToBytes(challenge);
  const begun = sha256.create().update(text.encode(salt)); // once for all numbers
  for (let number = 0; number <= most; number++) {
    const hash = begun
      .clone()
      .update(text.encode(String(number)))
      .digest();
    if (hash[0] === wanted[0] && hash.every((byte, i) => byte === wanted[i])) return number;
  }
  return undefined;
}
