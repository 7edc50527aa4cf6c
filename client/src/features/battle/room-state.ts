/**
 * A battle room as one client knows it: a snapshot plus the events after it. Pure. The stream counts by one within an
 * epoch; what is older or was seen is dropped, what skips a number is not applied but asks for a new snapshot.
 */
import type { Place } from "../../net/socket.ts";
import type { BattleEvent, BattleSnapshot, BattleStatus, Round, Seat } from "../../protocol/gen.ts";

export interface RoomState {
  readonly epoch: number;
  readonly offset: number;
  readonly snapshot: BattleSnapshot | null;
  /** Something was missed: subscribe again for a snapshot. */
  readonly gap: boolean;
}

export const emptyRoom: RoomState = { epoch: 0, offset: -1, snapshot: null, gap: false };

const RANK: Record<BattleStatus, number> = { waiting: 0, countdown: 1, running: 2, finished: 3, void: 3 };

export function applySnapshot(state: RoomState, place: Place, snapshot: BattleSnapshot): RoomState {
  const older = place.epoch < state.epoch || (place.epoch === state.epoch && place.offset < state.offset);
  if (older && !state.gap) return state;
  return { epoch: place.epoch, offset: place.offset, snapshot, gap: false };
}

/**
 * The answer of a call carries no place in the stream. It is taken when the server made it after all that is known, and the
 * stream goes on from where it was: its events set things, so hearing of one twice does no harm. An answer that was overtaken
 * by events would lose them for good.
 */
export function applyAnswer(state: RoomState, snapshot: BattleSnapshot): RoomState {
  const known = state.snapshot;
  if (known && (overtaken(state, snapshot.serverTimeMs) || RANK[snapshot.card.status] < RANK[known.card.status])) {
    return state;
  }
  return { ...state, snapshot };
}

/** What the live stream knows of the same millisecond is complete. */
function overtaken({ snapshot, offset }: RoomState, atMs: number): boolean {
  const knownMs = snapshot?.serverTimeMs ?? 0;
  return atMs < knownMs || (atMs === knownMs && offset >= 0);
}

export function applyEvent(state: RoomState, place: Place, event: BattleEvent, atMs: number): RoomState {
  if (event.type === 400) return applySnapshot(state, place, event.body);
  if (!state.snapshot || state.offset < 0) return state;
  if (place.epoch < state.epoch || (place.epoch === state.epoch && place.offset <= state.offset)) return state;
  if (place.epoch !== state.epoch || place.offset !== state.offset + 1) return { ...state, gap: true };
  if (state.gap) return state;
  const serverTimeMs = Math.max(atMs, state.snapshot.serverTimeMs);
  return { ...state, offset: place.offset, snapshot: { ...changed(state.snapshot, event), serverTimeMs } };
}

function changed(room: BattleSnapshot, event: Exclude<BattleEvent, { readonly type: 400 }>): BattleSnapshot {
  switch (event.name) {
    case "battleSeat":
      return { ...room, card: { ...room.card, seats: withSeat(room.card.seats, event.body.seat) } };
    case "battleLocked":
      return { ...advanced(room, "countdown"), ...event.body };
    case "battleStarted":
      return { ...advanced(room, "running"), ...event.body };
    case "battleRound":
      return withRound(room, event.body);
    case "battleSettled":
      return { ...advanced(room, "finished"), result: event.body };
    case "battleVoided":
      return { ...advanced(room, "void"), voidReason: event.body.reason };
    case "battleSpectators":
      return { ...room, spectators: event.body.count };
  }
}

/** A status never goes back, whatever order answers and events arrive in. */
function advanced(room: BattleSnapshot, status: BattleStatus): BattleSnapshot {
  if (RANK[status] <= RANK[room.card.status]) return room;
  return { ...room, card: { ...room.card, status } };
}

function withSeat(seats: readonly Seat[], seat: Seat): readonly Seat[] {
  return [...seats.filter((s) => s.seat !== seat.seat), seat].sort((a, b) => a.seat - b.seat);
}

function withRound(room: BattleSnapshot, round: Round): BattleSnapshot {
  const rounds = [...room.rounds.filter((r) => r.index !== round.index), round].sort((a, b) => a.index - b.index);
  return { ...room, rounds, card: { ...room.card, round: Math.max(room.card.round, round.index + 1) } };
}
