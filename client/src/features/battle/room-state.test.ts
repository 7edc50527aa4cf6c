import { describe, expect, it } from "vitest";
import type { BattleEvent, Settled } from "../../protocol/gen.ts";
import { card, round, seat, snapshot } from "./fixtures.ts";
import { applyAnswer, applyEvent, applySnapshot, emptyRoom, type RoomState } from "./room-state.ts";

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
  body: { lockedAtMs: 6000, beaconRound: 12, contextHash: "cc" },
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

/** When the server told the events: after the snapshot of the fixtures. */
const MADE_MS = 5500;
const at = (offset: number, epoch = 3) => ({ epoch, offset });
const open: RoomState = applySnapshot(emptyRoom, at(10), snapshot());
const play = (state: RoomState, from: number, ...events: BattleEvent[]) =>
  events.reduce((s, event, i) => applyEvent(s, at(from + i), event, MADE_MS), state);

describe("applyEvent", () => {
  it("carries a battle from the second seat to its result", () => {
    const end = play(open, 11, seatEvent(1, "1002"), locked, started, roundEvent(0), roundEvent(1), settledEvent);
    expect(end).toMatchObject({ offset: 16, gap: false });
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

  it("drops duplicates", () => {
    const once = play(open, 11, seatEvent(1, "1002"));
    expect(applyEvent(once, at(11), seatEvent(1, "9999"), MADE_MS)).toBe(once);
    expect(applyEvent(once, at(4), seatEvent(1, "9999"), MADE_MS)).toBe(once);
  });

  it("drops what belongs to an older epoch", () => {
    expect(applyEvent(open, at(11, 2), seatEvent(1, "1002"), MADE_MS)).toBe(open);
    expect(applySnapshot(open, at(99, 2), snapshot({ spectators: 5 }))).toBe(open);
  });

  it("applies nothing across a gap and asks for a snapshot until one comes", () => {
    const gap = applyEvent(open, at(13), started, MADE_MS);
    expect(gap).toMatchObject({ gap: true, offset: 10 });
    expect(gap.snapshot).toBe(open.snapshot);
    expect(applyEvent(gap, at(11), seatEvent(1, "1002"), MADE_MS).snapshot).toBe(open.snapshot);
    const healed = applySnapshot(gap, at(13), snapshot({ spectators: 4 }));
    expect(healed).toMatchObject({ gap: false, offset: 13, snapshot: { spectators: 4 } });
    expect(play(healed, 14, spectators(5)).snapshot?.spectators).toBe(5);
  });

  it("treats the first event of a newer epoch as a gap", () => {
    expect(applyEvent(open, at(1, 4), started, MADE_MS)).toMatchObject({ gap: true, epoch: 3 });
  });

  it("ignores events before the first snapshot", () => {
    expect(applyEvent(emptyRoom, at(1), started, MADE_MS)).toBe(emptyRoom);
  });

  it("replaces everything with a pushed snapshot", () => {
    const event: BattleEvent = { type: 400, name: "battleSnapshot", snapshot: true, body: snapshot({ spectators: 9 }) };
    expect(applyEvent(open, at(1, 4), event, MADE_MS)).toMatchObject({
      epoch: 4,
      offset: 1,
      snapshot: { spectators: 9 },
    });
  });
});

describe("applyAnswer", () => {
  it("takes a newer answer and lets the stream go on", () => {
    const joined = snapshot({ card: card({ seats: [seat(0, "1001"), seat(1, "1002")] }), serverTimeMs: 6000 });
    const state = applyAnswer(open, joined);
    expect(state).toMatchObject({ epoch: 3, offset: 10, snapshot: joined });
    expect(play(state, 11, seatEvent(1, "1002"), locked).snapshot?.card).toMatchObject({ status: "countdown" });
  });

  it("never goes back in time or status", () => {
    expect(applyAnswer(open, snapshot({ serverTimeMs: 4999 }))).toBe(open);
    const running = play(open, 11, locked, started);
    expect(applyAnswer(running, snapshot({ serverTimeMs: 99_999 }))).toBe(running);
  });

  it("loses no round that was heard while the answer was on its way", () => {
    const running = play(open, 11, locked, started, roundEvent(0), roundEvent(1));
    const answer = snapshot({
      card: card({ status: "running" }),
      rounds: [round(0, [100, 200])],
      serverTimeMs: MADE_MS - 1,
    });
    expect(applyAnswer(running, answer)).toBe(running);
    expect(applyAnswer(running, { ...answer, serverTimeMs: MADE_MS })).toBe(running);
  });

  it("is not undone by an event the answer already included", () => {
    const ahead = applyAnswer(
      open,
      snapshot({ card: card({ status: "running" }), startedAtMs: 9000, serverTimeMs: 9001 }),
    );
    expect(play(ahead, 11, locked).snapshot?.card.status).toBe("running");
  });
});
