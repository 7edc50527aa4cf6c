/** The wheel on its stage: turns once when it is given a round, or follows a clock of the parent's when it replays. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { BuildScene } from "../../stage/scene.ts";
import type { WheelScenePlan } from "../../stage/scenes/wheel.ts";
import type { Stage } from "../../stage/stage.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { TIERS, type Tier } from "../../stage/tiers.ts";
import { WHEEL_REDUCED_MS, type WheelPlan } from "../../stage/wheel-time.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { vibrate } from "../../ui/haptics.ts";
import { sound } from "../../ui/sound.ts";

/** A browser that cannot show the wheel by then gets the result without it. */
const READY_MS = 4000;
const LOST_MS = 900;

interface WheelProps extends Pick<WheelScenePlan, "prize" | "place" | "onMoment"> {
  plan: WheelPlan;
  /** What was won against what was put in; 0 for a loss. */
  tier: Tier;
  label: string;
  className: string | undefined;
  /** The wheel rests: what it came to may be said beside it. */
  onRest?: (() => void) | undefined;
  /** The result was seen. Called once; a timer decides, because a hidden tab draws no frames. */
  onSettled?: (() => void) | undefined;
  /** Given for a replay: the moment to show, in milliseconds, or a clock to follow. */
  at?: number | (() => number) | undefined;
}

export function Wheel(props: WheelProps) {
  const { plan, tier, prize, place, onMoment, label, className, onRest, onSettled, at } = props;
  const calm = useReducedMotion();
  const build = useMemo<BuildScene>(
    () => async (context) => {
      const { wheelScene } = await import("../../stage/scenes/wheel.ts");
      return wheelScene(context, { wheel: plan, tier, prize, place, onMoment });
    },
    [plan, tier, prize, place, onMoment],
  );
  const [stage, setStage] = useState<Stage | null>(null);
  const latest = useRef({ onRest, onSettled });
  const told = useRef<WheelPlan | null>(null);
  useEffect(() => {
    latest.current = { onRest, onSettled };
  });

  const settle = useCallback(() => {
    if (told.current === plan) return;
    told.current = plan;
    latest.current.onRest?.();
    latest.current.onSettled?.();
  }, [plan]);

  const replay = at !== undefined;
  useEffect(() => {
    if (replay) return;
    if (!stage) {
      const timer = setTimeout(settle, READY_MS);
      return () => clearTimeout(timer);
    }
    const startedAt = performance.now();
    stage.play(() => performance.now() - startedAt);
    const restMs = calm ? WHEEL_REDUCED_MS : plan.spinMs;
    const timers = [
      setTimeout(() => {
        latest.current.onRest?.();
        vibrate(TIERS[plan.won ? tier : 0].haptics);
      }, restMs),
      setTimeout(settle, restMs + (calm ? WHEEL_REDUCED_MS : plan.won ? TIERS[tier].lengthMs : LOST_MS)),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [stage, plan, tier, calm, replay, settle]);

  useEffect(() => {
    if (!stage || at === undefined) return;
    if (typeof at === "number") stage.draw(at);
    else stage.play(at);
  }, [stage, at]);

  return (
    <StageHost
      className={className}
      build={build}
      onStage={setStage}
      onUnavailable={settle}
      reducedMotion={calm}
      sound={replay ? undefined : sound}
      label={label}
    />
  );
}
