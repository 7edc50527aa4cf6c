/**
 * A lucky-card room as one client knows it: a snapshot plus the flips after it. Pure. Flips and status only ever go on.
 */
import { flipCents, flipReturnPpm } from "../../fairness/flip-price.ts";
import type { LuckycardEvent, LuckycardFlip, LuckycardPrize, LuckycardSnapshot } from "../../protocol/gen.ts";

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
  const prizes = room.prizes.map((p) =>
    p.def === flip.def && p.valueCents === flip.valueCents ? { ...p, left: p.left - 1 } : p,
  );
  // With the top prize the room is over, and goes on to show what its last flip cost.
  const offer = flip.card === TOP ? {} : nextFlip(prizes);
  return {
    ...room,
    card: { ...room.card, ...offer, left: room.card.left - 1 },
    flips: [...room.flips, flip],
    prizes,
  };
}

const TOP = 1;

/** What the next flip costs and gives back, which follows from what lies face down. */
function nextFlip(prizes: readonly LuckycardPrize[]) {
  const left = prizes.reduce((n, p) => n + p.left, 0);
  const worth = prizes.reduce((sum, p) => sum + p.left * p.valueCents, 0);
  if (left <= 0) return {};
  const priceCents = flipCents(worth, left, flipReturnPpm);
  return { priceCents, returnPpm: Math.floor((worth * 1_000_000) / (left * priceCents)) };
}
