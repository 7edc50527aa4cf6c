/** Rooms for tests. */
import type { BattleSnapshot, BattleSummary, Round, Seat } from "../../protocol/gen.ts";

export const seat = (n: number, playerId = ""): Seat => ({
  seat: n,
  playerId,
  name: playerId && `player ${playerId}`,
  avatar: "01",
  vip: 0,
  bot: false,
  userSeed: "",
  frame: "",
});

export const summary = (change: Partial<BattleSummary> = {}): BattleSummary => ({
  id: "7",
  mode: "normal",
  status: "waiting",
  seatCount: 2,
  seats: [seat(0, "1001"), seat(1)],
  boxes: [1, 2],
  entryCents: 3000,
  round: 0,
  private: false,
  atMs: 1000,
  ...change,
});

export const snapshot = (change: Partial<BattleSnapshot> = {}): BattleSnapshot => ({
  card: summary(),
  hostId: "1001",
  code: "",
  commit: "c0",
  beaconSource: "local",
  beaconRound: 0,
  beacon: "",
  contextHash: "",
  lockedAtMs: 0,
  startedAtMs: 0,
  roundMs: 5000,
  rounds: [],
  result: null,
  expiresAtMs: 3_600_000,
  botsFromMs: 10_000,
  spectators: 0,
  serverTimeMs: 5000,
  voidReason: "",
  ...change,
});

export const round = (index: number, values: readonly number[]): Round => ({
  index,
  results: values.map((valueCents, s) => ({
    seat: s,
    def: s + 1,
    valueCents,
    v: 0,
    serverHash: "",
    serverSeed: "",
    resultHash: "",
    lo: 0,
    hi: 0,
  })),
});
