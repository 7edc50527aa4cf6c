import { expect, test } from "vitest";
import battleFile from "../../../fairness/testdata/bundle-battle-normal.json";
import boxFile from "../../../fairness/testdata/bundle-box-revealed.json";
import upgradeFile from "../../../fairness/testdata/bundle-upgrade-won.json";
import { type Bundle, parseBundle } from "./bundle.ts";
import { type Asked, type AskedUpgrade, compareOwn, withOwn } from "./mine.ts";

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
/** What of an opening for gems is compared. */
const ALL = ["draw", "commit", "seed", "odds", "price"];
const judged = { state: "weaker", missing: ["key"], differs: [] } as const;

test("a proof of what was asked for is as it was, found by its id or by its nonce", () => {
  expect(stakeCents).toBeGreaterThan(0);
  for (const wanted of ["17-0", ""]) {
    const own = compareOwn(box, [asked()], me, wanted);
    expect(own).toEqual({ whose: "same", held: ALL, differs: [], doubts: [] });
    expect(withOwn(judged, own)).toEqual(judged);
  }
  expect(compareOwn(box, [asked({ count: 3, n: drawn.n - 1, results: ["16-9", "17-0", "17-1"] })], me, "")).toEqual({
    ...{ whose: "same", held: ALL, differs: [], doubts: [] },
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
  const own = compareOwn(box, [claim], me, "17-0");
  expect(own).toEqual({ whose: "same", held: ["seed", "odds", "price"], differs: [], doubts: [] });
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

test("a request without an answer makes a doubt of what differs, which another device may have drawn", () => {
  const open = { results: [] };
  const own = (kept: Asked[]) => compareOwn(box, kept, me, "");
  expect(own([asked(open)])).toEqual({ whose: "same", held: ALL, differs: [], doubts: [] });
  const withheld = own([asked({ ...open, userSeed: "mine" })]);
  expect(withheld).toMatchObject({ whose: "unanswered", held: [], differs: [] });
  expect(withheld.doubts).toEqual([{ what: "seed", yours: "mine", theirs: drawn.userSeed }]);
  expect(withOwn(judged, withheld)).toEqual(judged);
  expect(own([asked(open), asked({ ...open, userSeed: "mine" })]).whose).toBe("same");
});

test("a price that the log has not told yet, and one that was not in gems, are not said to be compared", () => {
  const unlogged = { ...box, log: null };
  expect(compareOwn(unlogged, [asked()], me, "").held).toEqual(["draw", "commit", "seed", "odds"]);
  const leaf = (box.log?.leaf ?? "").replace(/^stake-cents=.*$/m, "stake-cents=0");
  const unpaid = { ...box, log: box.log && { ...box.log, leaf } };
  expect(compareOwn(unpaid, [asked({ stakeCents: 0 })], me, "").held).toEqual(["draw", "commit", "seed", "odds"]);
  expect(compareOwn(unpaid, [asked()], me, "").differs.map(({ what }) => what)).toEqual(["price"]);
});

const upgrade = read(upgradeFile);
const [upgraded] = upgrade.results;
const terms = { ...upgradeFile.upgrade, items: upgradeFile.upgrade.items.map(({ id }) => id).reverse() };
const askedUpgrade = (change: Partial<AskedUpgrade>): Asked => {
  const { items, gemsCents, target, targetCents, rateE8, startE8 } = { ...terms, ...change };
  return asked({
    ...{ player: String(upgraded?.player), epoch: upgrade.epoch, n: upgraded?.n ?? 0, commit: upgrade.commit },
    ...{ oddsHash: "", userSeed: upgraded?.userSeed ?? "", stakeCents: 1500 },
    upgrade: { items, gemsCents, target, targetCents, rateE8, startE8 },
  });
};

test("an upgrade that is answered by a box is red", () => {
  const own = compareOwn(box, [asked({ oddsHash: "", upgrade: terms })], me, "17-0");
  expect(own.differs.map(({ what }) => what)).toEqual(["terms"]);
});

test("an upgrade that is what was asked for is the same, and a battle is nobody's own request", () => {
  expect(compareOwn(upgrade, [askedUpgrade({})], me, "17-0")).toEqual({
    ...{ whose: "same", held: ["draw", "commit", "seed", "terms", "price"], differs: [], doubts: [] },
  });
  expect(compareOwn(read(battleFile), [asked()], me, "17-0")).toMatchObject({ whose: null, differs: [] });
});

// The house knows the number when the request comes: it could move the section, lower the rate or swap the target.
test.each<[string, Partial<AskedUpgrade>]>([
  ["start", { startE8: terms.startE8 + 100 }],
  ["rate", { rateE8: terms.rateE8 + 1 }],
  ["target", { target: terms.target + 1 }],
  ["price of the target", { targetCents: terms.targetCents + 1 }],
  ["gems", { gemsCents: terms.gemsCents + 1 }],
  ["items", { items: terms.items.slice(1) }],
])("an upgrade of another %s than was asked for is red", (_, change) => {
  expect(compareOwn(upgrade, [askedUpgrade(change)], me, "17-0").differs.map(({ what }) => what)).toEqual(["terms"]);
});
