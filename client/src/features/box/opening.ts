/** The steps of an opening. A result is shown only when the reel says so; what is sold stays in sight as sold. */
import type { Result } from "./api.ts";

export type Phase = "idle" | "waiting" | "spinning" | "settled";

export interface OpeningState {
  readonly phase: Phase;
  readonly results: readonly Result[];
  /** What one opening of this run cost: a result below it gets no fanfare. */
  readonly stakeCents: number;
  readonly sold: ReadonlySet<string>;
}

export type OpeningStep =
  | { readonly type: "asked" }
  | { readonly type: "answered"; readonly results: readonly Result[]; readonly stakeCents: number }
  | { readonly type: "failed" }
  | { readonly type: "shown" }
  | { readonly type: "sold"; readonly itemIds: readonly string[] }
  | { readonly type: "kept" };

export const IDLE: OpeningState = { phase: "idle", results: [], stakeCents: 0, sold: new Set() };

export function nextOpening(state: OpeningState, step: OpeningStep): OpeningState {
  switch (step.type) {
    case "asked":
      return { ...IDLE, phase: "waiting" };
    case "answered":
      // Two clicks in one turn are one opening with two answers: the second may come when its results were shown.
      if (isOf(state, step.results)) return state;
      return { ...IDLE, phase: "spinning", results: step.results, stakeCents: step.stakeCents };
    case "failed": // of two answers, the other has come
      return state.phase === "waiting" ? IDLE : state;
    case "kept":
      return IDLE;
    case "shown":
      return state.phase === "spinning" ? { ...state, phase: "settled" } : state;
    case "sold":
      return { ...state, sold: new Set([...state.sold, ...step.itemIds]) };
  }
}

const isOf = ({ results }: OpeningState, answered: readonly Result[]): boolean =>
  results.length > 0 && results[0]?.itemId === answered[0]?.itemId;

export const unsold = (state: OpeningState): readonly Result[] =>
  state.results.filter(({ itemId }) => !state.sold.has(itemId));

export const totalCents = (results: readonly Result[]): number =>
  results.reduce((sum, { valueCents }) => sum + valueCents, 0);
