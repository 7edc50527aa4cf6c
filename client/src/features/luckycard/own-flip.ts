/** What the player's own flip turned, however the news of it came. Pure. */
import type { LuckycardFlip } from "../../protocol/gen.ts";

/**
 * The flip at the place that was asked for, when it is the player's: an answer may be lost while the flip was made, and
 * then the room's own events show it.
 */
export const ownFlip = (flips: readonly LuckycardFlip[], asked: number | null, playerId: string | undefined) =>
  asked === null || playerId === undefined
    ? undefined
    : flips.find(({ place, playerId: whose }) => place === asked && whose === playerId);
