import { expect, test } from "vitest";
import { parseKey, serverHash, textHash } from "../../fairness/seed.ts";
import { newPledge, newUserSeed, nextHash, ODDS, ORDER, open } from "./example.ts";

test("what was promised before an opening is what is shown after it", () => {
  const pledge = newPledge(7);
  expect(parseKey(pledge.secret).commit).toBe(pledge.commit);
  const before = nextHash(pledge, 0);
  const opening = open(pledge, 0, "myseed");
  expect(serverHash(opening.serverSeed)).toBe(before);
  expect(opening.resultHash).toBe(textHash(`myseed${opening.serverSeed}`));
  expect(opening.v).toBe(Number.parseInt(opening.resultHash.slice(0, 6), 16));
  const [low, high] = ODDS.bounds(ORDER.indexOf(opening.rarity));
  expect(opening.v).toBeGreaterThanOrEqual(low);
  expect(opening.v).toBeLessThanOrEqual(high);
});

test("another seed, another opening and another secret give another result; the same give the same", () => {
  const pledge = newPledge(1);
  const first = open(pledge, 0, "a");
  expect(open(pledge, 0, "a")).toEqual(first);
  expect(open(pledge, 0, "b").resultHash).not.toBe(first.resultHash);
  expect(open(pledge, 1, "a").serverSeed).not.toBe(first.serverSeed);
  expect(newPledge(1).commit).not.toBe(pledge.commit);
  expect(newUserSeed()).toMatch(/^[0-9a-z]{16}$/);
});

test("every rarity has its part of the line", () => {
  expect(ORDER).toHaveLength(7);
  const tickets = ORDER.map((_, i) => ODDS.tickets(i));
  expect(tickets.reduce((sum, n) => sum + n, 0)).toBe(0x1000000);
  expect((tickets[0] ?? 0) / 0x1000000).toBeCloseTo(0.42, 5);
});
