import { badInput } from "./input.ts";
import { checkUserSeed, textHash } from "./seed.ts";

export const maxV = 0xffffff;

export type Outcome = { resultHash: string; v: number };

/** Hashes the user seed, then the server seed, with nothing between them (spec §4). */
export function roll(userSeed: string, serverSeed: string): Outcome {
  checkUserSeed(userSeed);
  checkServerSeed(serverSeed);
  const resultHash = textHash(userSeed + serverSeed);
  return { resultHash, v: Number.parseInt(resultHash.slice(0, 6), 16) };
}

/** v as the product shows it, 0 … 1. Decisions use v, never this. */
export function numberOf(v: number): number {
  return v / maxV;
}

export function checkServerSeed(seed: string): void {
  if (!/^[0-9A-Za-z]{1,64}$/.test(seed)) badInput("server seed is not 1 to 64 characters of 0-9A-Za-z");
}
