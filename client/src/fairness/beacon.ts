import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { badInput, isCount, isHash, isHex, isId, mismatch } from "./input.ts";

/** A published link of the house's own chain, from which the `rounds` rounds after `round` count. */
export interface Anchor {
  readonly round: number;
  readonly rounds: number;
  readonly link: string;
}

export type BeaconSource = "local" | "drand";

/** One public random value; value is hex SHA-256 of proof.link or proof.signature. */
export type Beacon = {
  source: string;
  round: number;
  value: string;
  proof: { link: string; anchorRound: number; anchor: string; signature: string };
};

/** Verifies a drand signature and throws when it does not hold; its engine comes with its own chunk. */
export type DrandCheck = (beacon: Beacon) => Promise<void>;

export const chainSpan = 4096;
const chainMax = 2 ** 25;
const chainTag = utf8ToBytes("BOX1/chain\n");

/** The first round of drand's quicknet at least 3 s after a time in ms; its schedule is that of its info document. */
export function quicknetRoundAfter(ms: number): number {
  const [genesisMs, periodMs, delayMs] = [1_692_803_367_000, 3_000, 3_000];
  const wait = ms + delayMs - genesisMs;
  if (wait <= 0) return 1;
  const rest = wait % periodMs;
  return 1 + (wait - rest) / periodMs + (rest > 0 ? 1 : 0);
}

/** Checks the form and that the value is the hash of the link or signature, not these themselves. */
export function checkBeacon(b: Beacon): void {
  const p = b.proof;
  if (!isId(b.round) || !isHash(b.value)) badInput(`beacon round ${b.round}`);
  let origin = p.link;
  if (b.source === "local") {
    if (!isHash(p.link) || !isHash(p.anchor) || p.signature !== "") badInput("local beacon proof");
  } else if (b.source === "drand") {
    if (!isHex(p.signature, 96) || p.link !== "" || p.anchor !== "" || p.anchorRound !== 0) badInput("drand proof");
    origin = p.signature;
  } else {
    badInput(`beacon source ${b.source}`);
  }
  if (bytesToHex(sha256(hexToBytes(origin))) !== b.value) mismatch("beacon value is not the hash of its proof");
}

/** Counts from the link back to the anchor the proof names, 1 to chainSpan rounds before. */
export function checkLocalBeacon(b: Beacon): void {
  const from = b.proof.anchorRound;
  if (!isCount(from) || from >= b.round || b.round - from > chainSpan) badInput(`anchor of round ${from}`);
  checkBeacon(b);
  leads(stepsBack(hexToBytes(b.proof.link), b.round - from), from, b.proof.anchor);
}

/** Steps between two looks at the page: about 10 ms. */
const stride = 8192;

/**
 * Counts from the link back to one the caller trusts, at least one step; about 1 µs a round, and the page goes on
 * meanwhile.
 */
export async function checkLocalBeaconFrom(b: Beacon, round: number, trusted: string): Promise<void> {
  checkBeacon(b);
  if (b.source !== "local" || round >= b.round || b.round - round > chainMax || !isHash(trusted))
    badInput("local beacon");
  let link: Uint8Array = hexToBytes(b.proof.link);
  for (let left = b.round - round; left > 0; left -= stride) {
    link = stepsBack(link, Math.min(left, stride));
    if (left > stride) await new Promise((resolve) => setTimeout(resolve));
  }
  leads(link, round, trusted);
}

function stepsBack(from: Uint8Array, steps: number): Uint8Array {
  let link = from;
  for (let i = 0; i < steps; i++) link = sha256(concatBytes(chainTag, link));
  return link;
}

function leads(link: Uint8Array, round: number, trusted: string): void {
  if (bytesToHex(link) !== trusted) mismatch(`the link does not lead to the link of round ${round}`);
}

/** The anchor whose chain holds the beacon's round, if any does. */
export const anchorOf = (anchors: readonly Anchor[] | undefined, b: Beacon): Anchor | undefined =>
  b.source === "local" ? anchors?.find((a) => a.round < b.round && b.round - a.round <= a.rounds) : undefined;
