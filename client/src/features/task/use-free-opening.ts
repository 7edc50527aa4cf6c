import { useReducer } from "react";
import { afterBeacon } from "../../state/after-beacon.ts";
import type { ReelSlot } from "../../state/boxes.ts";
import { claimKey, ownDraw, useCommitment } from "../../state/own-draws.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { requireLogin } from "../../state/session.ts";
import { sound } from "../../ui/sound.ts";
import { openBox, type TaskDetails, type TaskResult } from "./api.ts";

export type FreePhase = "idle" | "waiting" | "spinning" | "settled";

export interface FreeState {
  readonly phase: FreePhase;
  readonly results: readonly TaskResult[];
  /** They were drawn by the table that the page shows. */
  readonly shownTable: boolean;
}
export type FreeStep =
  | { readonly type: "asked" | "failed" | "shown" }
  | { readonly type: "answered"; readonly results: readonly TaskResult[]; readonly shownTable: boolean };

export const IDLE: FreeState = { phase: "idle", results: [], shownTable: true };

/** A result is shown only when the reel says so. Of the list that is answered the first entry is the result. */
export function nextFree(state: FreeState, step: FreeStep): FreeState {
  switch (step.type) {
    case "asked":
      return { ...IDLE, phase: "waiting" };
    case "answered":
      return { phase: "spinning", results: step.results.slice(0, 1), shownTable: step.shownTable };
    case "failed":
      return IDLE;
    case "shown":
      return state.phase === "spinning" ? { ...state, phase: "settled" } : state;
  }
}

/** What the reel of a box without a price is drawn from. */
export type FreeReel = ReelSlot<TaskResult, FreePhase>;

export function useFreeOpening({ id, name, image, accent, oddsHash, stuffVOList }: TaskDetails) {
  useCommitment();
  const [state, step] = useReducer(nextFree, IDLE);
  const { phase, results, shownTable } = state;
  const slot: FreeReel = {
    box: { name, image, accent },
    // A request of before is answered by its own table: by this one its chance would be another.
    odds: shownTable ? stuffVOList : [],
    count: 1,
    phase,
    results,
    stakeCents: 0,
    onSettled() {
      step({ type: "shown" });
      void queryClient.invalidateQueries({ queryKey: ["mine"] });
    },
  };
  return {
    state,
    slot,
    async open() {
      if (phase === "waiting" || phase === "spinning" || !requireLogin()) return;
      step({ type: "asked" });
      sound.click();
      try {
        let by = oddsHash;
        const opened = await afterBeacon(() =>
          ownDraw(
            claimKey(id),
            { count: 1, oddsHash, stakeCents: 0 },
            (sent, hash) => {
              by = hash;
              return openBox(id, hash, sent);
            },
            (answer) => ({ results: answer.slice(0, 1) }),
          ),
        );
        step({ type: "answered", results: opened, shownTable: by === oddsHash });
      } catch (error) {
        step({ type: "failed" });
        // it may have been opened elsewhere, or the day is over
        void queryClient.invalidateQueries({ queryKey: ["mine"] });
        void queryClient.invalidateQueries({ queryKey: ["task-box", id] }); // the table may be another one by now
        reportError(error);
      }
    },
  };
}
