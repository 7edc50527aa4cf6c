/** What a goal of the day has come to. Pure. */
import type { Goal, Step } from "./api.ts";

export interface GoalState {
  /** The step that the bar runs towards: the first that is not reached, else the last. */
  readonly next: Step | undefined;
  /** Of that step, 0 … 1. */
  readonly share: number;
  /** Radishes that can be claimed now. */
  readonly claimable: number;
  readonly state: "open" | "ready" | "done";
}

export function goalState({ done, steps }: Goal): GoalState {
  const reached = steps.filter(({ count }) => count <= done);
  const next = steps[reached.length] ?? steps.at(-1);
  const claimable = reached.reduce((sum, { tokens, claimed }) => sum + (claimed ? 0 : tokens), 0);
  const all = steps.every(({ claimed }) => claimed);
  return {
    next,
    share: next ? Math.min(done / next.count, 1) : 0,
    claimable,
    state: claimable > 0 ? "ready" : all ? "done" : "open",
  };
}

/** The link by which friends help. */
export const assistLink = (origin: string, path: string, code: string): string =>
  `${origin}${path}?assist=${encodeURIComponent(code)}`;
