import { expect, test } from "vitest";
import battleFile from "../../../fairness/testdata/bundle-battle-normal.json";
import boxFile from "../../../fairness/testdata/bundle-box-revealed.json";
import upgradeFile from "../../../fairness/testdata/bundle-upgrade-won.json";
import { type Bundle, parseBundle } from "./bundle.ts";
import { type Asked, compareOwn, withOwn } from "./mine.ts";

const read = (file: object): Bundle => parseBundle(JSON.stringify(file));
const box = read(boxFile);
const [drawn] = box.results;
if (!drawn) throw new Error("no result");
const stakeCents = Number(/^stake-cents=(\d+)$/m.exec(box.log?.leaf ?? "")?.[1]);

const asked = (change: Partial<Asked> = {}): Asked => ({
  key: "k",
  player: String(drawn.player),
  epoch: box.epoch,
  n: drawn.n,
  count: 1,
  commit: box.commit,
  userSeed: drawn.userSeed,
  oddsHash: drawn.oddsHash,
  stakeCents,
  atMs: 1,
  results: ["17-0"],
  refused: false,
  ...change,
});
const me = String(drawn.player);
const judged = { state: "weaker", missing: ["key"], differs: [] } as const;

test("a proof of what was asked for is as it was, found by its id or by its nonce", () => {
  expect(stakeCents).toBeGreaterThan(0);
  for (const wanted of ["17-0", ""]) {
    const own = compareOwn(box, [asked()], me, wanted);
    expect(own).toEqual({ whose: "same", differs: [] });
    expect(withOwn(judged, own)).toEqual(judged);
  }
  expect(compareOwn(box, [asked({ count: 3, n: drawn.n - 1, results: ["16-9", "17-0", "17-1"] })], me, "")).toEqual({
    whose: "same",
    differs: [],
  });
});

test.each<[string, Partial<Asked>, string, string]>([
  ["seed", { userSeed: "mine" }, "mine", drawn.userSeed],
  ["commit", { commit: "c0" }, "c0", box.commit],
  ["odds", { oddsHash: "0d" }, "0d", drawn.oddsHash],
  ["price", { stakeCents: stakeCents + 150 }, ((stakeCents + 150) / 100).toFixed(2), (stakeCents / 100).toFixed(2)],
])("a sound proof with another %s than was asked for is red, with both values", (what, change, yours, theirs) => {
  const own = compareOwn(box, [asked(change)], me, "17-0");
  expect(own.differs).toEqual([{ what, yours, theirs }]);
  expect(withOwn(judged, own)).toEqual({ ...judged, state: "differs", differs: own.differs });
});

test("the proof of another draw than the one that the answer named is told", () => {
  const own = compareOwn(box, [asked({ n: drawn.n + 4 })], me, "17-0");
  expect(own.differs.map(({ what }) => what)).toEqual(["draw"]);
});

test("a claim whose answer names no nonce is held by its id alone", () => {
  const claim = asked({ n: null, commit: "of another epoch" });
  expect(compareOwn(box, [claim], me, "17-0")).toEqual({ whose: "same", differs: [] });
  expect(compareOwn(box, [claim], me, "").whose).toBe("unkept");
});

test("a proof that does not hold stays refused", () => {
  const refused = { ...judged, state: "refused" } as const;
  expect(withOwn(refused, compareOwn(box, [asked({ userSeed: "mine" })], me, ""))).toEqual(refused);
});

test("of another player, and of what nothing is kept, the page says so", () => {
  expect(compareOwn(box, [asked({ player: "7" })], "7", "").whose).toBe("foreign");
  expect(compareOwn(box, [], me, "").whose).toBe("unkept");
  expect(compareOwn(box, [], "", "").whose).toBe("unkept");
  expect(compareOwn(box, [asked({ epoch: box.epoch + 1 })], me, "").whose).toBe("unkept");
});

test("a request without an answer says nothing of a draw that another device made", () => {
  const open = { results: [] };
  expect(compareOwn(box, [asked(open)], me, "")).toEqual({ whose: "same", differs: [] });
  expect(compareOwn(box, [asked({ ...open, userSeed: "mine" })], me, "")).toEqual({ whose: "unkept", differs: [] });
});

test("an upgrade is compared, too, and a battle is nobody's own request", () => {
  const upgrade = read(upgradeFile);
  const [result] = upgrade.results;
  const kept = asked({
    ...{ player: String(result?.player), epoch: upgrade.epoch, n: result?.n ?? 0, commit: upgrade.commit },
    ...{ oddsHash: "", userSeed: "mine", stakeCents: 1 },
  });
  expect(compareOwn(upgrade, [kept], me, "17-0").differs.map(({ what }) => what)).toContain("seed");
  expect(compareOwn(read(battleFile), [asked()], me, "17-0")).toEqual({ whose: null, differs: [] });
});
