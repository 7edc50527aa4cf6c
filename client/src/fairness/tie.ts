import { at, badInput } from "./input.ts";
import type { Stream } from "./stream.ts";

/** One of the tied seats, each equally likely. */
export function tie(stream: Stream, tied: readonly number[]): number {
  if (tied.length < 2) badInput(`a tie of ${tied.length} seats`);
  return at(tied, stream.uniform(tied.length));
}
