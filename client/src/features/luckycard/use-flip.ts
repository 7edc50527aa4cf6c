/** A flip of the player's own as it is shown: its phases, what it sounds and feels like, and how it is cut short. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { LuckycardFlip } from "../../protocol/gen.ts";
import { TIERS, type Tier, tierOf } from "../../stage/tiers.ts";
import { isReducedMotion } from "../../state/settings.ts";
import { vibrate } from "../../ui/haptics.ts";
import { sound } from "../../ui/sound.ts";
import { type FlipPhase, flipPhases } from "./flip-time.ts";

export interface ShownFlip {
  readonly flip: LuckycardFlip;
  readonly tier: Tier;
  /** When it began, ms of performance.now(). */
  readonly beganMs: number;
}

export interface FlipShow {
  readonly shown: ShownFlip | null;
  readonly phase: FlipPhase;
  show(flip: LuckycardFlip): void;
  /** The result at once. */
  skip(): void;
}

export function useFlip(): FlipShow {
  const [shown, setShown] = useState<ShownFlip | null>(null);
  const [phase, setPhase] = useState<FlipPhase>("rest");
  const timers = useRef<readonly ReturnType<typeof setTimeout>[]>([]);
  const stop = useCallback(() => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = [];
  }, []);
  useEffect(() => {
    if (!shown) return;
    const { tier } = shown;
    const enter = (next: FlipPhase): void => {
      setPhase(next);
      if (next !== "faced") return;
      sound.land();
      sound.sting(TIERS[tier].sound);
      vibrate(TIERS[tier].haptics);
    };
    timers.current = flipPhases(tier, isReducedMotion()).map(([next, atMs]) => setTimeout(enter, atMs, next));
    return stop;
  }, [shown, stop]);
  // A player who leaves in the middle of it does not hear it on the next page.
  const resting = useRef(true);
  useEffect(() => {
    resting.current = phase === "rest";
  }, [phase]);
  useEffect(
    () => () => {
      if (!resting.current) sound.hush();
    },
    [],
  );
  const show = (flip: LuckycardFlip): void => {
    setShown({ flip, tier: tierOf(flip.valueCents, flip.priceCents), beganMs: performance.now() });
    setPhase("hidden");
  };
  const skip = (): void => {
    stop();
    sound.hush();
    setPhase("rest");
  };
  return { shown, phase, show, skip };
}
