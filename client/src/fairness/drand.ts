/**
 * Values of drand's quicknet: a BLS12-381 signature of the round's number, on G1, under the network's key on G2
 * (scheme bls-unchained-g1-rfc9380). The curve's code is loaded by the first value that is checked.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { type Beacon, checkBeacon } from "./beacon.ts";
import { badInput, mismatch } from "./input.ts";

/** The network's public key, as its info document states it; fairness/drand has the same. */
const quicknetKey =
  "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";

/** Checks the signature of a beacon under quicknet's key; throws when it does not hold. */
export async function checkDrand(b: Beacon): Promise<void> {
  checkBeacon(b);
  if (b.source !== "drand") badInput(`beacon source ${b.source} is not drand`);
  const { bls12_381 } = await import("@noble/curves/bls12-381.js");
  const { shortSignatures } = bls12_381;
  const round = new Uint8Array(8);
  new DataView(round.buffer).setBigUint64(0, BigInt(b.round));
  let holds = false;
  try {
    holds = shortSignatures.verify(
      hexToBytes(b.proof.signature),
      shortSignatures.hash(sha256(round)),
      hexToBytes(quicknetKey),
    );
  } catch {
    // a signature that is no point of the curve
  }
  if (!holds) mismatch(`drand signature of round ${b.round}`);
}
