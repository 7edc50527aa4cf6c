import { expect, test } from "vitest";
import type { WishDrawn, WishEvent, WishSnapshot } from "../../protocol/gen.ts";
import { bottle, room } from "./fixtures.ts";
import { applyAnswer, applyEvent, emptyRoom, type RoomState, statusOf } from "./room-state.ts";

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

const at = (offset: number, epoch = 1) => ({ epoch, offset });
const start = (): RoomState => applyEvent(emptyRoom, at(5), snapshot(room([bottle(4)])));
const numbers = (state: RoomState) => state.snapshot?.bottles.map((b) => b.number);

test("bottles, the lock and the draw follow each other", () => {
  let state = applyEvent(start(), at(6), taken(2));
  expect(numbers(state)).toEqual([2, 4]);
  expect(state.snapshot?.card.taken).toBe(2);
  state = applyEvent(state, at(7), locked);
  expect(state.snapshot).toMatchObject({ ...LOCK, drawn: null, card: { status: "locked" } });
  state = applyEvent(state, at(8), drawn);
  expect(state.snapshot).toMatchObject({ drawn: drawnBody, card: { status: "drawn" }, contextHash: "cc" });
  state = applyEvent(state, at(9), watchers(3));
  expect(state.snapshot?.spectators).toBe(3);
});

test("an event that was seen changes nothing; one that skips a number asks for a snapshot and is not applied", () => {
  const state = start();
  expect(applyEvent(state, at(5), taken(9))).toBe(state);
  const gap = applyEvent(state, at(7), taken(9));
  expect(gap.gap).toBe(true);
  expect(numbers(gap)).toEqual([4]);
  expect(numbers(applyEvent(gap, at(6), taken(9)))).toEqual([4]); // waits for the snapshot
  const whole = applyEvent(gap, at(7), snapshot(room([bottle(4), bottle(9)])));
  expect(whole.gap).toBe(false);
  expect(numbers(whole)).toEqual([4, 9]);
});

test("another epoch asks for a snapshot, an older one is dropped", () => {
  const state = start();
  expect(applyEvent(state, at(0, 2), taken(9)).gap).toBe(true);
  expect(applyEvent(state, at(6, 0), taken(9))).toBe(state);
  expect(applyEvent(state, at(4), snapshot(room()))).toBe(state);
});

test("an answer and its event count a bottle once, in whichever order they come", () => {
  const answer = room([bottle(2), bottle(4)]);
  const first = applyEvent(applyAnswer(start(), answer), at(6), taken(2));
  const last = applyAnswer(applyEvent(start(), at(6), taken(2)), answer);
  for (const state of [first, last]) {
    expect(numbers(state)).toEqual([2, 4]);
    expect(state.snapshot?.card.taken).toBe(2);
  }
});

test("an answer from before is not taken", () => {
  const full = applyEvent(start(), at(6), taken(2));
  expect(applyAnswer(full, room([bottle(4)]))).toBe(full);
  const over = applyEvent(full, at(7), drawn);
  expect(applyAnswer(over, room([bottle(2), bottle(4)]))).toBe(over);
});

test("a room that gave everything back is over although it counts fewer bottles", () => {
  const gone = { ...room([], { status: "void" }), voidReason: "expired" };
  const state = applyEvent(start(), at(6), snapshot(gone));
  expect(state.snapshot).toBe(gone);
});

test("the status never goes back, and one that is unknown takes no more bottles", () => {
  const over = applyEvent(start(), at(6), drawn);
  expect(applyEvent(over, at(7), locked).snapshot?.card.status).toBe("drawn");
  expect(statusOf({ status: "frozen" })).toBe("locked");
});

test("before the first snapshot nothing is known", () => {
  expect(applyEvent(emptyRoom, at(0), taken(1))).toBe(emptyRoom);
});
