/**
 * A wish room as one client knows it: a snapshot plus the events after it. Pure. Bottles are only ever added and a
 * status only goes on, so that an answer that overtakes its event changes nothing twice, and of two states the later
 * one is told without their times: the summaries of the lobby, which have none, go by the same rule.
 */
import type { WishBottle, WishEvent, WishSnapshot } from "../../protocol/gen.ts";

export const STATUSES = ["open", "locked", "drawn", "void"] as const;
export type WishStatus = (typeof STATUSES)[number];

/** A status that this client does not know is shown as a room that is closed. */
export const statusOf = ({ status }: { readonly status: string }): WishStatus =>
  STATUSES.find((known) => known === status) ?? "locked";

const RANK: Record<WishStatus, number> = { open: 0, locked: 1, drawn: 2, void: 2 };

export const isFinal = (summary: { readonly status: string }): boolean => RANK[statusOf(summary)] === 2;

interface Progress {
  readonly status: string;
  readonly taken: number;
}

/**
 * True when a state of the same room was true before the other. A room that gave everything back may count no bottles.
 */
export function isOlder(a: Progress, b: Progress): boolean {
  const [rankA, rankB] = [RANK[statusOf(a)], RANK[statusOf(b)]];
  return rankA === rankB ? a.taken < b.taken : rankA < rankB;
}

/** Takes a whole state, of a call or of the stream, unless it is older than what is known. */
export function applyAnswer(known: WishSnapshot | null, snapshot: WishSnapshot): WishSnapshot {
  return known && isOlder(snapshot.card, known.card) ? known : snapshot;
}

export function applyEvent(room: WishSnapshot | null, event: WishEvent): WishSnapshot | null {
  if (event.type === 700) return applyAnswer(room, event.body);
  return room && changed(room, event);
}

function changed(room: WishSnapshot, event: Exclude<WishEvent, { readonly type: 700 }>): WishSnapshot {
  switch (event.name) {
    case "wishTaken":
      return withBottles(room, event.body.bottles, event.body.taken);
    case "wishLocked":
      return { ...advanced(room, "locked"), ...event.body };
    case "wishDrawn":
      return { ...won(advanced(room, "drawn"), event.body.bottle.name), drawn: event.body };
    case "wishSpectators":
      return { ...room, spectators: event.body.count };
  }
}

export function withBottles(room: WishSnapshot, taken: readonly WishBottle[], count: number): WishSnapshot {
  const known = new Set(room.bottles.map(({ number }) => number));
  const fresh = taken.filter(({ number }) => !known.has(number));
  const bottles = fresh.length === 0 ? room.bottles : [...room.bottles, ...fresh].sort((a, b) => a.number - b.number);
  return { ...room, bottles, card: { ...room.card, taken: Math.max(room.card.taken, count, bottles.length) } };
}

const won = (room: WishSnapshot, winnerName: string): WishSnapshot => ({ ...room, card: { ...room.card, winnerName } });

function advanced(room: WishSnapshot, status: WishStatus): WishSnapshot {
  if (RANK[status] <= RANK[statusOf(room.card)]) return room;
  return { ...room, card: { ...room.card, status } };
}
