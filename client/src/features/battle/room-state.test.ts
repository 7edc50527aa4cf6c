import { describe, expect, it } from "vitest";
import { type BattleEvent, type BattleSnapshot, battleEvents, type Settled } from "../../protocol/gen.ts";
import { emptyRoom } from "../../state/live-room.ts";
import { expectFoldOfEvents } from "../../test-kit.tsx";
import { round, seat, snapshot, summary } from "./fixtures.ts";
import { applyAnswer, applyEvent, type RoomState } from "./room-state.ts";

const settled: Settled = {
  totals: [500, 900],
  winners: [1],
  tieBroken: false,
  potCents: 1400,
  won: [],
  key: "aa",
  resultId: "battle-7",
  settledAtMs: 20_000,
};

const seatEvent = (n: number, playerId: string): BattleEvent => ({
  type: 401,
  name: "battleSeat",
  snapshot: false,
  body: { seat: seat(n, playerId) },
});
const locked: BattleEvent = {
  type: 402,
  name: "battleLocked",
  snapshot: false,
  body: { lockedAtMs: 6000, beaconRound: 12, contextHash: "cc", beaconSource: "local" },
};
const started: BattleEvent = {
  type: 403,
  name: "battleStarted",
  snapshot: false,
  body: { startedAtMs: 9000, roundMs: 5000, beacon: "bb" },
};
const roundEvent = (index: number): BattleEvent => ({
  type: 404,
  name: "battleRound",
  snapshot: false,
  body: round(index, [100, 200]),
});
const settledEvent: BattleEvent = { type: 405, name: "battleSettled", snapshot: false, body: settled };
const spectators = (count: number): BattleEvent => ({
  type: 407,
  name: "battleSpectators",
  snapshot: false,
  body: { count },
});

/** When the server published the events: after the snapshot of the fixtures. */
const MADE_MS = 5500;
const whole = (body: BattleSnapshot): BattleEvent => ({ type: 400, name: "battleSnapshot", snapshot: true, body });
const open: RoomState = applyEvent(emptyRoom, whole(snapshot()), 0);
const play = (state: RoomState, ...events: BattleEvent[]) =>
  events.reduce((s, event) => applyEvent(s, event, MADE_MS), state);

describe("applyEvent", () => {
  it("carries a battle from the second seat to its result", () => {
    const end = play(open, seatEvent(1, "1002"), locked, started, roundEvent(0), roundEvent(1), settledEvent);
    expect(end.snapshot).toMatchObject({
      card: { status: "finished", round: 2, seats: [{ playerId: "1001" }, { playerId: "1002" }] },
      lockedAtMs: 6000,
      beaconRound: 12,
      contextHash: "cc",
      startedAtMs: 9000,
      beacon: "bb",
      result: settled,
    });
    expect(end.snapshot?.rounds.map((r) => r.index)).toEqual([0, 1]);
  });

  it("ignores events before the first snapshot", () => {
    expect(applyEvent(emptyRoom, started, MADE_MS)).toBe(emptyRoom);
  });

  it("replaces everything with another snapshot", () => {
    const later = snapshot({ spectators: 9 });
    expect(play(open, locked, started, whole(later), spectators(5))).toMatchObject({
      snapshot: { card: later.card, startedAtMs: 0, spectators: 5 },
    });
  });
});

describe("applyAnswer", () => {
  it("takes a newer answer and lets the stream go on", () => {
    const joined = snapshot({ card: summary({ seats: [seat(0, "1001"), seat(1, "1002")] }), serverTimeMs: 6000 });
    const state = applyAnswer(open, joined);
    expect(state.snapshot).toBe(joined);
    expect(play(state, seatEvent(1, "1002"), locked).snapshot?.card).toMatchObject({ status: "countdown" });
  });

  it("never goes back in time or status", () => {
    expect(applyAnswer(open, snapshot({ serverTimeMs: 4999 }))).toBe(open);
    const running = play(open, locked, started);
    expect(applyAnswer(running, snapshot({ serverTimeMs: 99_999 }))).toBe(running);
  });

  it("takes the later of two answers of one moment until the stream has begun", () => {
    const first = applyAnswer(emptyRoom, snapshot());
    const later = snapshot({ spectators: 2 });
    expect(applyAnswer(first, later).snapshot).toBe(later);
    expect(applyAnswer(open, later)).toBe(open);
  });

  it("loses no round that was heard while the answer was on its way", () => {
    const running = play(open, locked, started, roundEvent(0), roundEvent(1));
    const answer = snapshot({
      card: summary({ status: "running" }),
      rounds: [round(0, [100, 200])],
      serverTimeMs: MADE_MS - 1,
    });
    expect(applyAnswer(running, answer)).toBe(running);
    expect(applyAnswer(running, { ...answer, serverTimeMs: MADE_MS })).toBe(running);
  });

  it("is not undone by an event the answer already included", () => {
    const ahead = applyAnswer(
      open,
      snapshot({ card: summary({ status: "running" }), startedAtMs: 9000, serverTimeMs: 9001 }),
    );
    expect(play(ahead, locked).snapshot?.card.status).toBe("running");
  });
});

it("what a room tells adds up to what it shows", () => {
  expectFoldOfEvents("battle", {
    read: battleEvents,
    apply: (state: RoomState | null, event, atMs) => applyEvent(state ?? emptyRoom, event, atMs),
    shown: ({ snapshot }) => snapshot,
  });
});
