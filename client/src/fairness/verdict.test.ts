import { expect, test } from "vitest";
import verdicts from "../../../fairness/testdata/verdicts.json";
import { parseBundle } from "./bundle.ts";
import { checkDrand } from "./drand.ts";
import { parseTrust, pins, trustFor } from "./trust.ts";
import { askedFor, judge } from "./verdict.ts";
import { verifyBundle } from "./verify.ts";

test.each(verdicts)("$name: as the Go verifier says", async (line) => {
  const bundle = parseBundle(JSON.stringify(line.bundle));
  const trust = {
    ...(line.logKey && { logKey: line.logKey }),
    ...(line.anchors && { anchors: line.anchors }),
    ...(line.drand && { drand: async () => undefined }),
  };
  const memory = line.memory.logKey
    ? { logKey: line.memory.logKey, anchors: line.memory.anchors ?? [], sinceMs: line.memory.sinceMs }
    : null;
  const verdict = await judge(bundle, await verifyBundle(bundle, trust), trust, memory, line.asked);
  expect(verdict).toEqual(line.verdict);
});

test("there are verdicts of each kind but green, which no BOX1 proof is", () => {
  const states = new Set(verdicts.map(({ verdict }) => verdict.state));
  expect([...states].sort()).toEqual(["differs", "pending", "refused", "weaker"]);
});

const proof = () => parseBundle(JSON.stringify(verdicts[0]?.bundle));

test("a report that has checked nothing is refused, whatever it says of itself", async () => {
  expect(await judge(proof(), { ok: true, checks: [] }, {}, null, "")).toMatchObject({ state: "refused" });
});

const key = proof().log?.publicKey ?? "";
const said = {
  format: "jadebox-trust/1",
  origin: "jadebox-test",
  policy: `log ${key}\nquorum none\n`,
  beacon: { source: "local", anchors: [{ round: 0, rounds: 9, link: "0".repeat(64) }] },
};

test("a trust document is read, and what it does not know is refused", () => {
  expect(parseTrust(said)).toMatchObject({ origin: "jadebox-test", logKey: key, source: "local" });
  for (const bad of [
    null,
    { ...said, extra: 1 },
    { ...said, format: "jadebox-trust/2" },
    { ...said, origin: "other" },
    { ...said, policy: `log ${key}\nwitness w ${key}\nquorum w\n` },
    { ...said, policy: "quorum none\n" },
    { ...said, beacon: { source: "dice", anchors: [] } },
    { ...said, beacon: { source: "local", anchors: [{ round: 0, rounds: 0, link: "0".repeat(64) }] } },
  ]) {
    expect(() => parseTrust(bad)).toThrow();
  }
});

test("pins hold whoever takes a pinned log's name to its key", async () => {
  expect(pins.every(({ logKey }) => logKey !== "")).toBe(true);
  const forged = parseBundle(JSON.stringify(verdicts.find(({ name }) => name.startsWith("forged"))?.bundle));
  const pin = { ...parseTrust(said), anchors: [] };
  expect((await verifyBundle(proof(), trustFor(proof(), [pin]))).ok).toBe(true);
  expect((await verifyBundle(forged, trustFor(forged, [pin]))).ok).toBe(false);
  expect(trustFor(proof(), [])).toEqual({ drand: checkDrand });
});

test.each([
  ["17-0", "solo:u1:e1", ""],
  ["17-0", "battle:42", "17-0"],
  ["solo:u1:e1:n3", "solo:u1:e1", "solo:u1:e1:n3"],
  ["battle-42", "battle:42", "battle:42"],
  ["roll-77", "roll:r77", "roll:r77"],
  ["luckycard-12-11", "luckycard:12", "luckycard:12:n11"],
])("%s, answered from %s, asks for %s", (id, answered, result) => expect(askedFor(id, answered)).toBe(result));
