import { describe, expect, test } from "vitest";
import file from "../../../fairness/testdata/draws.json";
import { battleModes, checkBattleMode, scoreBattle } from "./battle.ts";
import { type Beacon, checkLocalBeacon } from "./beacon.ts";
import { battleLeaf, parseBattleContext, parseSoloContext, soloLeaf } from "./context.ts";
import { deck } from "./deck.ts";
import { at, FairnessError } from "./input.ts";
import { checkOpening, type Opening, salts } from "./merkle.ts";
import { numberOf, roll } from "./number.ts";
import { Odds, type OddsEntry } from "./odds.ts";
import { redPacket } from "./red-packet.ts";
import { checkUserSeed, generateUserSeed, parseKey, serverHash, serverSeed, textHash } from "./seed.ts";
import { Stream } from "./stream.ts";
import { tie } from "./tie.ts";
import { upgradeWins } from "./upgrade.ts";
import { prizeOrder, winners, winnersWeighted } from "./winners.ts";
import { wishAt, wishWinner } from "./wish.ts";

const key = parseKey(file.Key);
const derivation = (scope: string) => ({ scope, beacon: file.Beacon, ctx: file.Ctx });
const stream = (label: string, scope: string) => new Stream(key, label, derivation(scope));

/** Runs a vector: a bad one must be refused with a FairnessError, not with a crash. */
function run<V extends { Bad: boolean }>(vectors: readonly V[], check: (v: V) => void, refused: (v: V) => unknown) {
  expect(vectors.some((v) => !v.Bad)).toBe(true);
  for (const v of vectors) {
    if (v.Bad) expect(() => refused(v), JSON.stringify(v).slice(0, 300)).toThrow(FairnessError);
    else check(v);
  }
}

/** The Go file writes an empty list as null. */
function list<T>(values: readonly T[] | null): T[] {
  return [...(values ?? [])];
}

describe("seeds", () => {
  test("a key has the commit of the Go core", () =>
    run(
      file.Keys,
      (v) => expect(parseKey(v.Key).commit).toBe(v.Commit),
      (v) => parseKey(v.Key),
    ));

  test("a user seed is taken or refused as in Go", () =>
    run(
      file.UserSeeds,
      (v) => checkUserSeed(v.Seed),
      (v) => checkUserSeed(v.Seed),
    ));

  test("a generated user seed is that of the same bytes in Go", () =>
    run(
      file.Generated,
      (v) => expect(generateUserSeed(v.Bytes)).toBe(v.Seed),
      (v) => generateUserSeed(v.Bytes),
    ));

  test("a server seed follows from key, beacon and context as in Go", () =>
    run(
      file.ServerSeeds,
      (v) => {
        const seed = serverSeed(key, { scope: v.Scope, beacon: v.Beacon, ctx: v.Ctx }, v.N, v.Seat);
        expect([seed, serverHash(seed)]).toEqual([v.ServerSeed, v.ServerHash]);
      },
      (v) => serverSeed(key, { scope: v.Scope, beacon: v.Beacon, ctx: v.Ctx }, v.N, v.Seat),
    ));

  test("a number follows from the seeds as in Go", () =>
    run(
      file.Rolls,
      (v) => {
        const out = roll(v.UserSeed, v.ServerSeed);
        expect([out.resultHash, out.v, String(numberOf(out.v))]).toEqual([v.ResultHash, v.V, v.Number]);
      },
      (v) => roll(v.UserSeed, v.ServerSeed),
    ));
});

test("an upgrade wins and loses as in Go", () =>
  run(
    file.Upgrades,
    (v) => expect(upgradeWins(v.V, v.RateE8, v.StartE8), JSON.stringify(v)).toBe(v.Wins),
    (v) => upgradeWins(v.V, v.RateE8, v.StartE8),
  ));

test("a table of odds is read and hit as in Go", () => {
  const make = (v: (typeof file.Odds)[number]) =>
    new Odds(
      v.BoxID,
      v.Version,
      list<{ Item: number; Weight: number; ValueCents: number }>(v.Entries).map(
        (e): OddsEntry => ({ item: e.Item, weight: e.Weight, valueCents: e.ValueCents }),
      ),
    );
  run(
    file.Odds,
    (v) => {
      const odds = make(v);
      expect(odds.canonical).toBe(v.Canonical);
      expect(odds.hash).toBe(v.Hash);
      expect(String(odds.expectedTickets())).toBe(v.ExpectedTickets);
      expect(odds.entries.map((_, i) => odds.bounds(i))).toEqual(v.Bounds);
      for (const pick of list(v.Picks)) expect(odds.pick(pick.V)).toBe(pick.At);
      expect(odds.entries.reduce((sum, _, i) => sum + odds.tickets(i), 0)).toBe(2 ** 24);
    },
    make,
  );
  expect(at(file.Odds, 0).Bad).toBe(false);
});

describe("streams", () => {
  test("a uniform draw is that of Go", () => {
    for (const v of file.Uniforms) {
      const s = stream(v.Label, v.Scope);
      expect(v.N.map((n) => String(s.uniformBig(BigInt(n))))).toEqual(v.Out);
    }
    expect(() => stream("x", "y").uniform(0)).toThrow(FairnessError);
    expect(() => stream("", "y")).toThrow(FairnessError);
  });

  test("winners are drawn as in Go", () =>
    run(
      file.Winners,
      (v) => expect(winners(stream("roll", v.Scope), v.N, v.K)).toEqual(v.Out),
      (v) => winners(stream("roll", v.Scope), v.N, v.K),
    ));

  test("weighted winners are drawn as in Go", () =>
    run(
      file.Weighted,
      (v) => expect(winnersWeighted(stream("roll", v.Scope), v.Weights, v.K)).toEqual(v.Out),
      (v) => winnersWeighted(stream("roll", v.Scope), v.Weights, v.K),
    ));

  test("prizes are ordered as in Go", () => {
    const read = (p: { ID: number; ValueCents: number }) => ({ id: p.ID, valueCents: p.ValueCents });
    expect(prizeOrder(file.PrizeOrder.Prizes.map(read))).toEqual(file.PrizeOrder.Order.map(read));
  });

  test("red packets are cut as in Go", () =>
    run(
      file.RedPackets,
      (v) => {
        const amounts = redPacket(stream("rain", v.Scope), v.Pool, v.N, v.MinCents);
        expect(amounts).toEqual(v.Out);
        expect(amounts.reduce((sum, x) => sum + x, 0)).toBe(v.Pool);
      },
      (v) => redPacket(stream("rain", v.Scope), v.Pool, v.N, v.MinCents),
    ));

  test("a deck is shuffled as in Go", () =>
    run(
      file.Decks,
      (v) => expect(deck(stream("deck", v.Scope), v.Cards)).toEqual(v.Out),
      (v) => deck(stream("deck", v.Scope), v.Cards),
    ));

  test("a tie is broken as in Go", () =>
    run(
      file.Ties,
      (v) => {
        const s = stream("tie", v.Scope);
        expect(list(v.Out).map(() => tie(s, v.Tied))).toEqual(v.Out);
      },
      (v) => tie(stream("tie", v.Scope), v.Tied),
    ));
});

test("a wish room is drawn as in Go", () => {
  run(
    file.Wishes,
    (v) => {
      const out = wishWinner(list(v.Bottles), v.ServerSeed);
      expect(out).toEqual({ bottle: v.Bottle, window: v.Window, rehashes: v.Rehashes, hash: v.Hash });
    },
    (v) => wishWinner(list(v.Bottles), v.ServerSeed),
  );
  for (const v of file.WishWindows) {
    const { bottle, window, rehashes } = wishAt(v.Text, v.N);
    expect([bottle, window, rehashes]).toEqual([v.Bottle, v.Window, v.Rehashes]);
  }
  expect(file.WishWindows.some((v) => v.Rehashes > 0)).toBe(true);
  expect(file.WishWindows.some((v) => v.Window === 9)).toBe(true);
});

test("salts and openings are those of Go", () => {
  run(
    file.Salts,
    (v) => expect(salts(key, v.Label, derivation(v.Scope), v.N)).toEqual(v.Out),
    (v) => salts(key, v.Label, derivation(v.Scope), v.N),
  );
  run(
    file.Commitments,
    (v) => checkOpening(v.Label, v.Scope, v.Root, v.Opening satisfies Opening),
    (v) => checkOpening(v.Label, v.Scope, v.Root, v.Opening),
  );
});

test("a battle is decided as in Go", () => {
  const score = (v: (typeof file.Battles)[number]) => {
    const values: number[][] = v.Values;
    const seats = values[0]?.length ?? 0;
    return scoreBattle(checkBattleMode(v.Mode, seats), values, v.TieSeat < 0 ? null : () => v.TieSeat);
  };
  run(
    file.Battles,
    (v) => {
      const got = score(v);
      expect([got.totals, got.scores, got.tied, got.winners]).toEqual([v.Totals, v.Scores, v.Tied, v.Winners]);
      expect(got.tieSeat).toBe(v.Tied === null ? null : v.TieSeat);
    },
    score,
  );
  const covered = new Set(file.Battles.filter((v) => !v.Bad).map((v) => v.Mode));
  expect([...covered].sort()).toEqual([...battleModes].sort());
});

test("a local beacon is checked as in Go", () =>
  run(
    file.Beacons,
    (v) => checkLocalBeacon(v.Beacon satisfies Beacon),
    (v) => checkLocalBeacon(v.Beacon),
  ));

test("context leaves are read as in Go", () => {
  run(
    file.Solo,
    (v) => {
      const c = parseSoloContext(v.Leaf);
      expect(soloLeaf(c)).toBe(v.Leaf);
      expect(textHash(v.Leaf)).toBe(v.Hash);
      expect(c.player).toBe(v.Context.Player);
    },
    (v) => parseSoloContext(v.Leaf),
  );
  run(
    file.Rosters,
    (v) => {
      const c = parseBattleContext(v.Leaf);
      expect(battleLeaf(c)).toBe(v.Leaf);
      expect(textHash(v.Leaf)).toBe(v.Hash);
      expect(c.oddsHashes).toEqual(v.Context.OddsHashes);
      expect(c.seats.filter((s) => s.bot)).toHaveLength(1);
    },
    (v) => parseBattleContext(v.Leaf),
  );
});
