/**
 * A lucky-card room as one client knows it: a snapshot plus the flips after it. Pure. Flips and status only ever go on.
 */
import type { LuckycardEvent, LuckycardFlip, LuckycardSnapshot } from "../../protocol/gen.ts";

const RANK: Record<string, number> = { shuffling: 0, open: 1, over: 2, void: 2 };

const rank = (room: LuckycardSnapshot): number => RANK[room.card.status] ?? 0;

/** Takes a whole state unless it is older than what is known. */
export function applyAnswer(room: LuckycardSnapshot | null, next: LuckycardSnapshot): LuckycardSnapshot {
  const older = room && (next.flips.length < room.flips.length || rank(next) < rank(room));
  return older ? room : next;
}

export function applyEvent(room: LuckycardSnapshot | null, event: LuckycardEvent): LuckycardSnapshot | null {
  switch (event.name) {
    case "luckycardSnapshot":
      return applyAnswer(room, event.body);
    case "luckycardFlipped":
      return room && withFlip(room, event.body.flip);
    case "luckycardSpectators":
      return room && { ...room, spectators: event.body.count };
  }
}

/** Adds one flip; the counts follow from it. A flip that is known changes nothing. */
export function withFlip(room: LuckycardSnapshot, flip: LuckycardFlip): LuckycardSnapshot {
  if (room.flips.some((f) => f.place === flip.place)) return room;
  return {
    ...room,
    card: { ...room.card, left: room.card.left - 1 },
    flips: [...room.flips, flip],
    prizes: room.prizes.map((p) =>
      p.def === flip.def && p.valueCents === flip.valueCents ? { ...p, left: p.left - 1 } : p,
    ),
  };
}
