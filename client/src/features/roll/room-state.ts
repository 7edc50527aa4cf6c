/**
 * A roll room as one client knows it: a snapshot plus the events after it. Pure. What only this viewer sees (own place,
 * token) does not come with an event and is kept.
 */
import { limits, type RollEntrant, type RollEvent, type RollSnapshot, type RollStatus } from "../../protocol/gen.ts";
import { heardAt, isOvertaken, type LiveRoom } from "../../state/live-room.ts";

export type RoomState = LiveRoom<RollSnapshot>;

const RANK: Record<RollStatus, number> = { draft: 0, open: 1, locked: 2, drawn: 3, void: 3 };

/** The newer of two states, with what it does not say of the viewer. */
function keepOwn(older: RollSnapshot | null, newer: RollSnapshot): RollSnapshot {
  if (!older || older.card.id !== newer.card.id) return newer;
  return {
    ...newer,
    me: newer.me ?? older.me,
    assists: Math.max(newer.assists, older.assists),
    token: newer.token || older.token,
    passwords: newer.token ? newer.passwords : older.passwords,
    serverTimeMs: Math.max(newer.serverTimeMs, older.serverTimeMs),
  };
}

/** Takes the answer of a call; from one that is older than what is known, only what it alone says of the viewer. */
export function applyAnswer(state: RoomState, snapshot: RollSnapshot): RoomState {
  const known = state.snapshot;
  const late = known && (isOvertaken(state, snapshot) || RANK[snapshot.card.status] < RANK[known.card.status]);
  return { ...state, snapshot: late ? keepOwn(snapshot, known) : keepOwn(known, snapshot) };
}

/** A snapshot by subscription is the viewer's own; one in the stream (published, edited) is what a visitor sees. */
export function applyEvent(state: RoomState, event: RollEvent, atMs: number): RoomState {
  if (event.type === 600) return { snapshot: heardAt(keepOwn(state.snapshot, event.body), atMs), live: true };
  if (!state.snapshot) return state;
  return { ...state, snapshot: heardAt(changed(state.snapshot, event), atMs) };
}

function changed(room: RollSnapshot, event: Exclude<RollEvent, { readonly type: 600 }>): RollSnapshot {
  switch (event.name) {
    case "rollJoined":
      return joined(room, event.body.entrant, event.body.assisted, event.body.joined, event.body.totalWeight);
    case "rollLocked":
      return { ...advanced(room, "locked"), ...event.body };
    case "rollDrawn":
      return { ...advanced(room, "drawn"), drawn: event.body, beacon: event.body.beacon };
    case "rollVoided":
      return { ...advanced(room, "void"), voidReason: event.body.reason };
    case "rollSpectators":
      return { ...room, spectators: event.body.count };
  }
}

function joined(
  room: RollSnapshot,
  entrant: RollEntrant,
  assisted: RollEntrant | null,
  count: number,
  totalWeight: number,
): RollSnapshot {
  const others = room.recent.filter((e) => e.place !== entrant.place);
  const recent = [entrant, ...others]
    .map((e) => (assisted && e.place === assisted.place ? assisted : e))
    .slice(0, limits.rollRecentMax);
  const me = assisted && room.me && room.me.place === assisted.place ? assisted : room.me;
  return {
    ...room,
    card: { ...room.card, joined: Math.max(count, room.card.joined) },
    totalWeight,
    recent,
    me,
    assists: me ? me.weight - 1 : room.assists,
  };
}

/** A status never goes back, whatever order answers and events arrive in. */
function advanced(room: RollSnapshot, status: RollStatus): RollSnapshot {
  if (RANK[status] <= RANK[room.card.status]) return room;
  return { ...room, card: { ...room.card, status } };
}
