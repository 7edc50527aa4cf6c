/**
 * A roll room as one client knows it: a snapshot plus the events after it. Pure. The stream counts by one within an epoch;
 * what is older or was seen is dropped, what skips a number asks for a new snapshot. What only this viewer sees (own place,
 * token) does not come with an event and is kept.
 */
import type { Place } from "../../net/socket.ts";
import { limits, type RollEntrant, type RollEvent, type RollSnapshot, type RollStatus } from "../../protocol/gen.ts";

export interface RoomState {
  readonly epoch: number;
  readonly offset: number;
  readonly snapshot: RollSnapshot | null;
  /** Something was missed: subscribe again for a snapshot. */
  readonly gap: boolean;
}

export const emptyRoom: RoomState = { epoch: 0, offset: -1, snapshot: null, gap: false };

const RANK: Record<RollStatus, number> = { draft: 0, open: 1, locked: 2, drawn: 3, void: 3 };

/** A snapshot by subscription is the viewer's own; one in the stream (published, edited) is what a visitor sees. */
function applySnapshot(state: RoomState, place: Place, snapshot: RollSnapshot): RoomState {
  const older = place.epoch < state.epoch || (place.epoch === state.epoch && place.offset < state.offset);
  if (older && !state.gap) return state;
  return { epoch: place.epoch, offset: place.offset, snapshot: keepOwn(state.snapshot, snapshot), gap: false };
}

function keepOwn(known: RollSnapshot | null, next: RollSnapshot): RollSnapshot {
  if (!known || known.card.id !== next.card.id) return next;
  return {
    ...next,
    me: next.me ?? known.me,
    assists: Math.max(next.assists, known.assists),
    token: next.token || known.token,
    passwords: next.token ? next.passwords : known.passwords,
    serverTimeMs: Math.max(next.serverTimeMs, known.serverTimeMs),
  };
}

/** The answer of a call carries no place in the stream; it is taken unless it is older than what is known. */
export function applyAnswer(state: RoomState, snapshot: RollSnapshot): RoomState {
  const known = state.snapshot;
  if (known && RANK[snapshot.card.status] < RANK[known.card.status]) return state;
  if (known && snapshot.card.joined < known.card.joined) {
    return { ...state, snapshot: { ...known, me: snapshot.me ?? known.me } };
  }
  return { ...state, snapshot: keepOwn(known, snapshot) };
}

export function applyEvent(state: RoomState, place: Place, event: RollEvent): RoomState {
  if (event.type === 600) return applySnapshot(state, place, event.body);
  if (!state.snapshot || state.offset < 0) return state;
  if (place.epoch < state.epoch || (place.epoch === state.epoch && place.offset <= state.offset)) return state;
  if (place.epoch !== state.epoch || place.offset !== state.offset + 1) return { ...state, gap: true };
  if (state.gap) return state;
  return { ...state, offset: place.offset, snapshot: changed(state.snapshot, event) };
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
