/** The lobby as one client knows it: open and running battles by id. Pure. */
import type { BattleMode, BattleSummary, LobbyEvent } from "../../protocol/gen.ts";

export interface LobbyState {
  readonly summaries: ReadonlyMap<string, BattleSummary>;
  readonly loaded: boolean;
}

export const emptyLobby: LobbyState = { summaries: new Map(), loaded: false };

export function applyLobby(state: LobbyState, event: LobbyEvent): LobbyState {
  if (event.name === "lobbySnapshot") {
    return { summaries: new Map(event.body.battles.map((summary) => [summary.id, summary])), loaded: true };
  }
  const summaries = new Map(state.summaries);
  if (event.name === "battleSummary") summaries.set(event.body.id, event.body);
  else summaries.delete(event.body.id);
  return { ...state, summaries };
}

export interface LobbyFilter {
  readonly mode: BattleMode | "all";
  /** 0 = any. */
  readonly seats: number;
  readonly minCents: number;
  /** 0 = no upper bound. */
  readonly maxCents: number;
}

export const anyBattle: LobbyFilter = { mode: "all", seats: 0, minCents: 0, maxCents: 0 };

export const matches = (filter: LobbyFilter, summary: BattleSummary): boolean =>
  (filter.mode === "all" || summary.mode === filter.mode) &&
  (filter.seats === 0 || summary.seatCount === filter.seats) &&
  summary.entryCents >= filter.minCents &&
  (filter.maxCents === 0 || summary.entryCents < filter.maxCents);

const ORDER = { waiting: 0, countdown: 1, running: 2, finished: 3, void: 4 } as const;

/** Joinable first, then what can be watched; the dearest first, the newest among equals. */
export function lobbyOrder(summaries: Iterable<BattleSummary>): BattleSummary[] {
  return [...summaries].sort(
    (a, b) => ORDER[a.status] - ORDER[b.status] || b.entryCents - a.entryCents || b.atMs - a.atMs,
  );
}
