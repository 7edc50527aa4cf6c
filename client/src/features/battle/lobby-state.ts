/** The lobby as one client knows it: open and running battles by id. Pure. */
import type { BattleMode, BattleSummary, LobbyEvent } from "../../protocol/gen.ts";

export interface LobbyState {
  readonly cards: ReadonlyMap<string, BattleSummary>;
  readonly loaded: boolean;
}

export const emptyLobby: LobbyState = { cards: new Map(), loaded: false };

export function applyLobby(state: LobbyState, event: LobbyEvent): LobbyState {
  if (event.name === "lobbySnapshot") {
    return { cards: new Map(event.body.battles.map((card) => [card.id, card])), loaded: true };
  }
  const cards = new Map(state.cards);
  if (event.name === "battleSummary") cards.set(event.body.id, event.body);
  else cards.delete(event.body.id);
  return { ...state, cards };
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

export const matches = (filter: LobbyFilter, card: BattleSummary): boolean =>
  (filter.mode === "all" || card.mode === filter.mode) &&
  (filter.seats === 0 || card.seatCount === filter.seats) &&
  card.entryCents >= filter.minCents &&
  (filter.maxCents === 0 || card.entryCents < filter.maxCents);

const ORDER = { waiting: 0, countdown: 1, running: 2, finished: 3, void: 4 } as const;

/** Joinable first, then what can be watched; the dearest first, the newest among equals. */
export function lobbyOrder(cards: Iterable<BattleSummary>): BattleSummary[] {
  return [...cards].sort((a, b) => ORDER[a.status] - ORDER[b.status] || b.entryCents - a.entryCents || b.atMs - a.atMs);
}
