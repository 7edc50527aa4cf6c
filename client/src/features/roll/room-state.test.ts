import { describe, expect, it } from "vitest";
import {
  type RollEntrant,
  type RollEvent,
  type RollSnapshot,
  type RollStatus,
  type RollSummary,
  rollEvents,
} from "../../protocol/gen.ts";
import { emptyRoom } from "../../state/live-room.ts";
import { expectFoldOfEvents } from "../../test-kit.tsx";
import { applyAnswer, applyEvent, type RoomState } from "./room-state.ts";

const entrant = (place: number, weight = 1): RollEntrant => ({
  place,
  playerId: `${1000 + place}`,
  name: `player ${place}`,
  avatar: "03",
  bot: false,
  weight,
  frame: "",
});

function room(joined: number, serverTimeMs: number, change: Partial<RollSnapshot> = {}, status: RollStatus = "open") {
  const summary = { id: "7", name: "Friday draw", status, joined } as RollSummary;
  const recent = Array.from({ length: joined }, (_, i) => entrant(joined - 1 - i));
  const rest: Omit<RollSnapshot, "card" | "recent" | "serverTimeMs"> = {
    prizes: [],
    tasks: [],
    me: null,
    assists: 0,
    totalWeight: joined,
    commit: "c0",
    contextHash: "",
    beaconSource: "",
    beaconRound: 0,
    beacon: "",
    lockedAtMs: 0,
    drawn: null,
    voidReason: "",
    spectators: 0,
    token: "",
    passwords: 0,
  };
  return { ...rest, card: summary, recent, serverTimeMs, ...change };
}

const whole = (body: RollSnapshot): RollEvent => ({ type: 600, name: "rollSnapshot", snapshot: true, body });
const joined = (place: number, assisted: RollEntrant | null = null): RollEvent => ({
  type: 601,
  name: "rollJoined",
  snapshot: false,
  body: { entrant: entrant(place), assisted, joined: place + 1, totalWeight: place + 1 + (assisted ? 1 : 0) },
});
const locked: RollEvent = {
  type: 602,
  name: "rollLocked",
  snapshot: false,
  body: { lockedAtMs: 2000, contextHash: "cc", beaconSource: "local", beaconRound: 42 },
};
const watchers = (count: number): RollEvent => ({
  type: 605,
  name: "rollSpectators",
  snapshot: false,
  body: { count },
});

const start = (change: Partial<RollSnapshot> = {}): RoomState => applyEvent(emptyRoom, whole(room(1, 1000, change)), 0);
const places = ({ snapshot }: RoomState) => snapshot?.recent.map((e) => e.place);

describe("applyEvent", () => {
  it("adds a player who joins, and the friend's weight to the own place", () => {
    let state = applyEvent(start({ me: entrant(0) }), joined(1), 1100);
    state = applyEvent(state, joined(2, entrant(0, 2)), 1200);
    expect(places(state)).toEqual([2, 1, 0]);
    expect(state.snapshot).toMatchObject({ card: { joined: 3 }, totalWeight: 4, me: { weight: 2 }, assists: 1 });
  });

  it("keeps what only this viewer sees when a snapshot for everybody comes in the stream", () => {
    const mine = start({ me: entrant(0, 3), assists: 2, token: "t", passwords: 4 });
    const { snapshot } = applyEvent(mine, whole(room(1, -1, { commit: "c1" })), 1500);
    expect(snapshot).toMatchObject({ commit: "c1", me: { weight: 3 }, assists: 2, token: "t", passwords: 4 });
    expect(snapshot?.serverTimeMs).toBe(1500);
  });

  it("knows nothing before the first snapshot", () => {
    expect(applyEvent(emptyRoom, joined(0), 1100)).toBe(emptyRoom);
  });
});

describe("applyAnswer", () => {
  it("takes a newer answer, which the event that it already includes does not undo", () => {
    const answer = room(2, 1200, { me: entrant(1) });
    const state = applyEvent(applyAnswer(start(), answer), joined(1), 1150);
    expect(places(state)).toEqual([1, 0]);
    expect(state.snapshot).toMatchObject({ card: { joined: 2 }, me: { place: 1 }, serverTimeMs: 1200 });
  });

  it("loses nobody who joined while the answer was on its way, and nothing that was changed", () => {
    const known = applyEvent(applyEvent(start(), joined(1), 1100), watchers(5), 1200);
    for (const late of [room(1, 1050), room(2, 1150, { commit: "c1" }), room(2, 1200)]) {
      expect(applyAnswer(known, late)).toEqual(known);
    }
  });

  it("learns the own place from an answer that events have overtaken, also when the room was locked meanwhile", () => {
    const before = applyEvent(applyEvent(start(), joined(1), 1100), joined(2), 1200);
    for (const known of [before, applyEvent(before, locked, 1300)]) {
      const state = applyAnswer(known, room(2, 1100, { me: entrant(1), assists: 0 }));
      expect(state).toEqual({ ...known, snapshot: { ...known.snapshot, me: entrant(1) } });
    }
  });

  it("gives back no weight, link or password that is known later", () => {
    const mine = start({ me: entrant(0), token: "t", passwords: 4 });
    const known = applyEvent(mine, joined(1, entrant(0, 2)), 1100);
    expect(applyAnswer(known, room(1, 1050, { me: entrant(0), token: "t", passwords: 9 }))).toEqual(known);
  });

  it("never goes back in status, whatever the clocks say", () => {
    const known = applyEvent(start(), locked, 2000);
    expect(applyAnswer(known, room(1, 99_000)).snapshot).toMatchObject({
      card: { status: "locked" },
      contextHash: "cc",
    });
    expect(applyEvent(applyAnswer(known, room(1, 3000, {}, "void")), locked, 2000).snapshot?.card.status).toBe("void");
  });
});

it("what a room tells adds up to what it shows", () => {
  expectFoldOfEvents("roll", {
    read: rollEvents,
    apply: (state: RoomState | null, event, atMs) => applyEvent(state ?? emptyRoom, event, atMs),
    shown: ({ snapshot }) => snapshot,
  });
});
