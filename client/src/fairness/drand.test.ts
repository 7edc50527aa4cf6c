import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import type { Beacon } from "./beacon.ts";
import { checkDrand } from "./drand.ts";

// Round 1000 as the network published it.
const signature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

const beacon = (round: number, signed = signature): Beacon => ({
  source: "drand",
  round,
  value: bytesToHex(sha256(hexToBytes(signed))),
  proof: { link: "", anchorRound: 0, anchor: "", signature: signed },
});

test("a round of quicknet verifies", async () => {
  const b = beacon(1000);
  expect(b.value).toBe("fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd");
  await expect(checkDrand(b)).resolves.toBeUndefined();
});

test.each([
  ["the signature of another round", beacon(1001)],
  ["no point of the curve", beacon(1000, "0".repeat(96))],
  ["another point", beacon(1000, `a${signature.slice(1)}`)],
  ["infinity", beacon(1000, `c0${"0".repeat(94)}`)],
  ["another value", { ...beacon(1000), value: "0".repeat(64) }],
  ["the house's own chain", { ...beacon(1000), source: "local" }],
])("%s is refused", async (_, b) => {
  await expect(checkDrand(b)).rejects.toThrow();
});
