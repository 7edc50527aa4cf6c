/** Rooms for tests. */
import type { WishBottle, WishSnapshot, WishSummary } from "../../protocol/gen.ts";

export const summary = (change: Partial<WishSummary> = {}): WishSummary => ({
  id: "7",
  name: "dew",
  status: "open",
  def: 12,
  prizeCents: 120_000,
  bottles: 10,
  taken: 0,
  cardNum: 1,
  bottleCents: 0,
  most: 3,
  endsAtMs: 9_000_000,
  winnerName: "",
  atMs: 1000,
  ...change,
});

export const bottle = (number: number, playerId = "1001"): WishBottle => ({
  number,
  playerId,
  name: `player ${playerId}`,
  avatar: "03",
  bot: false,
  letter: "a",
});

export function room(bottles: readonly WishBottle[] = [], change: Partial<WishSummary> = {}): WishSnapshot {
  return {
    card: summary({ taken: bottles.length, ...change }),
    bottles,
    commit: "c0",
    contextHash: "",
    beaconSource: "",
    beaconRound: 0,
    drawsAtMs: 0,
    drawn: null,
    voidReason: "",
    spectators: 0,
    serverTimeMs: 1000,
  };
}
