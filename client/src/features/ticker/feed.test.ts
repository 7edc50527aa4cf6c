import { expect, test } from "vitest";
import type { Drop } from "../../protocol/gen.ts";
import { applyEvent, applyList, applySnapshot, EMPTY_FEED, SHOWN } from "./feed.ts";

const drop = (id: number, lucky = false): Drop => ({
  id: String(id),
  playerName: "Astra",
  avatar: "",
  def: 1,
  boxId: 1,
  battleId: "",
  valueCents: 100,
  oddsPpm: 1000,
  source: 1,
  lucky,
  bot: false,
  atMs: id,
});
const seen = (drops: readonly Drop[]) => drops.map(({ id }) => id);

test("a snapshot replaces all and stands newest first", () => {
  const feed = applySnapshot({
    lucky: [],
    live: [drop(1), drop(3), drop(2)],
    counters: { online: 5, total: 9, demo: true },
  });
  expect(seen(feed.live)).toEqual(["3", "2", "1"]);
  expect(feed.counters).toEqual({ online: 5, total: 9, demo: true });
});

test("a drop goes to the front of the live panel, a lucky one to both", () => {
  const plain = applyEvent(EMPTY_FEED, { type: 101, name: "drop", snapshot: false, body: drop(1) });
  expect(seen(plain.live)).toEqual(["1"]);
  expect(plain.lucky).toEqual([]);
  const both = applyEvent(plain, { type: 101, name: "drop", snapshot: false, body: drop(2, true) });
  expect(seen(both.live)).toEqual(["2", "1"]);
  expect(seen(both.lucky)).toEqual(["2"]);
});

test("a drop told twice is shown once", () => {
  const event = { type: 101, name: "drop", snapshot: false, body: drop(7, true) } as const;
  const feed = applyEvent(applyEvent(EMPTY_FEED, event), event);
  expect(seen(feed.live)).toEqual(["7"]);
  expect(seen(feed.lucky)).toEqual(["7"]);
});

test("the panels do not grow", () => {
  let feed = EMPTY_FEED;
  for (let id = 1; id <= SHOWN + 10; id++) {
    feed = applyEvent(feed, { type: 101, name: "drop", snapshot: false, body: drop(id) });
  }
  expect(feed.live).toHaveLength(SHOWN);
  expect(feed.live[0]?.id).toBe(String(SHOWN + 10));
});

test("a list brings what was missed and takes nothing away", () => {
  const told = applyEvent(EMPTY_FEED, { type: 101, name: "drop", snapshot: false, body: drop(3, true) });
  const counters = { online: 1, total: 2, demo: false };
  const feed = applyList(told, { lucky: [], live: [drop(2), drop(1)], counters });
  expect(seen(feed.live)).toEqual(["3", "2", "1"]);
  expect(seen(feed.lucky)).toEqual(["3"]);
  expect(feed.counters).toEqual(counters);
  expect(seen(applyList(feed, { lucky: [], live: [drop(3), drop(2)], counters }).live)).toEqual(["3", "2", "1"]);
});
