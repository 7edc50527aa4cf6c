/** A battle room as one client knows it: a snapshot plus the events after it. Pure. */
import type { BattleEvent, BattleSnapshot, BattleStatus, Round, Seat } from "../../protocol/gen.ts";
import { heardAt, isOvertaken, type LiveRoom } from "../../state/live-room.ts";

export type RoomState = LiveRoom<BattleSnapshot>;

const RANK: Record<BattleStatus, number> = { waiting: 0, countdown: 1, running: 2, finished: 3, void: 3 };

/** Takes the answer of a call unless it is older than what is known. */
export function applyAnswer(state: RoomState, snapshot: BattleSnapshot): RoomState {
  const known = state.snapshot;
  if (known && (isOvertaken(state, snapshot) || RANK[snapshot.card.status] < RANK[known.card.status])) return state;
  return { ...state, snapshot };
}

export function applyEvent(state: RoomState, event: BattleEvent, atMs: number): RoomState {
  if (event.type === 400) return { snapshot: event.body, live: true };
  if (!state.snapshot) return state;
  return { ...state, snapshot: heardAt(changed(state.snapshot, event), atMs) };
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
