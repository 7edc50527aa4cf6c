import { describe, expect, test } from "vitest";
import shared from "../../../fairness/testdata/box1.json";
import { at } from "./input.ts";
import { numberOf, roll } from "./number.ts";
import { Odds } from "./odds.ts";
import { redPacket } from "./red-packet.ts";
import { rainScope, rollScope, soloScope } from "./scope.ts";
import { parseKey, serverHash, serverSeed } from "./seed.ts";
import { Stream } from "./stream.ts";
import { winners } from "./winners.ts";
import { wishWinner } from "./wish.ts";

const key = parseKey(shared.K);
const base = { beacon: shared.beacon, ctx: shared.ctx };

// The scopes, the user seed and the wish room are not in the file: see
// fairness/shared_test.go.
describe("the shared vectors", () => {
  test("commit, seeds and number are those of the shared example", () => {
    expect(key.commit).toBe(shared.commit);
    expect(shared.rounds).toHaveLength(3);
    for (const r of shared.rounds) {
      const seed = serverSeed(key, { ...base, scope: soloScope(1001, 1) }, r.n, 0);
      expect(seed).toBe(r.serverSeed);
      expect(serverHash(seed)).toBe(r.serverHash);
      expect(roll("66hash", seed)).toEqual({ resultHash: r.resultHash, v: r.v });
      expect(String(numberOf(r.v))).toBe(r.number);
    }
  });

  test("older public results follow the same rule", () => {
    for (const old of shared.legacy) {
      expect(roll(old.user, old.server)).toEqual({ resultHash: old.hash, v: old.v });
    }
    expect(numberOf(at(shared.legacy, 1).v)).toBe(0.42221697701316935);
  });

  test("draws are those of the shared examples", () => {
    expect(winners(new Stream(key, "roll", { ...base, scope: rollScope(77) }), 100, 5)).toEqual(shared.winners_100_5);
    expect(redPacket(new Stream(key, "rain", { ...base, scope: rainScope(9) }), 10_000, 8, 1)).toEqual(
      shared.rain_10000_8_1,
    );
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const wish = wishWinner([...letters.repeat(2).slice(0, 100)], at(shared.rounds, 0).serverSeed);
    expect([wish.bottle, wish.window, wish.rehashes]).toEqual(shared.wish);
  });

  test("the bounds of a box are those of the shared example", () => {
    const weights = [20_000_000, 50_000_000, 30_000_000];
    const odds = new Odds(
      1,
      1,
      weights.map((weight, i) => ({ item: i + 1, weight, valueCents: 1 })),
    );
    expect(weights.map((_, i) => odds.bounds(i))).toEqual(shared.bounds);
  });
});
