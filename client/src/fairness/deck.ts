import { badInput, isId } from "./input.ts";
import { type Stream, shuffled } from "./stream.ts";

/** The cards of a lucky-card room in the order in which flips find them. */
export function deck(stream: Stream, cards: readonly number[]): number[] {
  if (cards.length < 9 || cards.length > 100 || !cards.every(isId)) badInput(`deck of ${cards.length} cards`);
  return shuffled(stream, cards, cards.length);
}
