/** Which scene shows a set of results, and when the last of them rests. */
import { REEL_SETTLE_MS, REEL_SPIN_MS, reelEndMs } from "../../stage/reel-time.ts";
import type { BuildScene } from "../../stage/scene.ts";
import { reelPlanFor } from "../../stage/strip.ts";
import type { OpenReelStrip } from "./strips.ts";

/** Columns land one after another, so that each result can be seen arriving. */
const STAGGER_MS = 180;

export interface OpeningTimeline {
  /** When the last result is fully revealed. */
  readonly restMs: number;
  readonly build: BuildScene;
}

export function openingTimeline(strips: readonly OpenReelStrip[], stakeCents: number): OpeningTimeline {
  const reels = strips.map((strip, i) => reelPlanFor(strip.resultId, REEL_SPIN_MS + i * STAGGER_MS, REEL_SETTLE_MS));
  const restMs = reels.reduce((end, reel) => Math.max(end, reelEndMs(reel)), 0);
  const [strip] = strips;
  const [reel] = reels;
  if (strips.length === 1 && strip && reel) {
    return {
      restMs,
      build: async (context) => {
        const { caseReelScene } = await import("../../stage/scenes/case-reel.ts");
        return caseReelScene(context, { reel, entries: strip.entries, cheer: strip.valueCents >= stakeCents });
      },
    };
  }
  return {
    restMs,
    build: async (context) => {
      const { columnsScene, openingPlan } = await import("../../stage/scenes/columns.ts");
      const values = strips.map((s) => s.valueCents);
      return columnsScene(context, {
        battle: openingPlan(reels, values),
        strips: [strips.map((s) => s.entries)],
        sheets: [{ key: "opening", entries: strips.flatMap((s) => s.entries) }],
        stakes: [stakeCents],
        earSeat: strips.length - 1,
      });
    },
  };
}
