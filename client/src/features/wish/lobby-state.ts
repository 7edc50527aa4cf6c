/** The open rooms of the tree, kept up to date by the topic "wishes". Pure. */
import type { WishSummary } from "../../protocol/gen.ts";
import { isFinal, isOlder } from "./room-state.ts";

/** A room that is new comes last, one that is over goes, and news that is older than what is shown changes nothing. */
export function withSummary(rooms: readonly WishSummary[], card: WishSummary): readonly WishSummary[] {
  const known = rooms.find(({ id }) => id === card.id);
  if (!known) return isFinal(card) ? rooms : [...rooms, card];
  if (isFinal(card)) return rooms.filter(({ id }) => id !== card.id);
  if (isOlder(card, known)) return rooms;
  return rooms.map((room) => (room.id === card.id ? card : room));
}
