import { expect, test } from "vitest";
import { type WishDrawn, type WishEvent, type WishSnapshot, wishEvents } from "../../protocol/gen.ts";
import { expectFoldOfEvents } from "../../test-kit.tsx";
import { bottle, room } from "./fixtures.ts";
import { applyAnswer, applyEvent, statusOf } from "./room-state.ts";

const snapshot = (body: WishSnapshot): WishEvent => ({ type: 700, name: "wishSnapshot", snapshot: true, body });
const taken = (...numbers: number[]): WishEvent => ({
  type: 701,
  name: "wishTaken",
  snapshot: false,
  body: { bottles: numbers.map((n) => bottle(n)), taken: numbers.length },
});
const LOCK = { contextHash: "cc", beaconSource: "local", beaconRound: 42, drawsAtMs: 5000 };
const locked: WishEvent = { type: 702, name: "wishLocked", snapshot: false, body: LOCK };
const drawnBody: WishDrawn = {
  bottle: bottle(2),
  hash: "h",
  serverSeed: "s",
  key: "k",
  drawnAtMs: 6000,
  resultId: "wish-7",
};
const drawn: WishEvent = { type: 703, name: "wishDrawn", snapshot: false, body: drawnBody };
const watchers = (count: number): WishEvent => ({
  type: 704,
  name: "wishSpectators",
  snapshot: false,
  body: { count },
});

const start = () => applyEvent(null, snapshot(room([bottle(4)])));
const numbers = (state: WishSnapshot | null) => state?.bottles.map((b) => b.number);

test("bottles, the lock and the draw follow each other", () => {
  let state = applyEvent(start(), taken(2));
  expect(numbers(state)).toEqual([2, 4]);
  expect(state?.card.taken).toBe(2);
  state = applyEvent(state, locked);
  expect(state).toMatchObject({ ...LOCK, drawn: null, card: { status: "locked" } });
  state = applyEvent(state, drawn);
  expect(state).toMatchObject({ drawn: drawnBody, card: { status: "drawn" }, contextHash: "cc" });
  state = applyEvent(state, watchers(3));
  expect(state?.spectators).toBe(3);
});

test("an answer and its event count a bottle once, in whichever order they come", () => {
  const answer = room([bottle(2), bottle(4)]);
  const first = applyEvent(applyAnswer(start(), answer), taken(2));
  const last = applyAnswer(applyEvent(start(), taken(2)), answer);
  for (const state of [first, last]) {
    expect(numbers(state)).toEqual([2, 4]);
    expect(state?.card.taken).toBe(2);
  }
});

test("an answer from before is not taken", () => {
  const full = applyEvent(start(), taken(2));
  expect(applyAnswer(full, room([bottle(4)]))).toBe(full);
  expect(applyEvent(full, snapshot(room([bottle(4)])))).toBe(full); // a stream that begins late
  const over = applyEvent(full, drawn);
  expect(applyAnswer(over, room([bottle(2), bottle(4)]))).toBe(over);
});

test("a room that gave everything back is over although it counts fewer bottles", () => {
  const gone = { ...room([], { status: "void" }), voidReason: "expired" };
  const state = applyEvent(start(), snapshot(gone));
  expect(state).toBe(gone);
});

test("the status never goes back, and one that is unknown takes no more bottles", () => {
  const over = applyEvent(start(), drawn);
  expect(applyEvent(over, locked)?.card.status).toBe("drawn");
  expect(statusOf({ status: "frozen" })).toBe("locked");
});

test("before the first snapshot nothing is known", () => {
  expect(applyEvent(null, taken(1))).toBeNull();
});

test("what a room tells adds up to what it shows", () => {
  expectFoldOfEvents("wish", { read: wishEvents, apply: applyEvent, shown: (room) => room });
});
