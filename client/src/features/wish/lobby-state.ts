/** The open rooms of the tree, kept up to date by the topic "wishes". Pure. */
import type { WishSummary } from "../../protocol/gen.ts";
import { isFinal, isOlder } from "./room-state.ts";

/** A room that is new comes last, one that is over goes, and news that is older than what is shown changes nothing. */
export function withSummary(rooms: readonly WishSummary[], summary: WishSummary): readonly WishSummary[] {
  const known = rooms.find(({ id }) => id === summary.id);
  if (!known) return isFinal(summary) ? rooms : [...rooms, summary];
  if (isFinal(summary)) return rooms.filter(({ id }) => id !== summary.id);
  if (isOlder(summary, known)) return rooms;
  return rooms.map((room) => (room.id === summary.id ? summary : room));
}
