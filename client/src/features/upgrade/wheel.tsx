/** The wheel on its stage: turns once when it is given a round, or follows a clock of the parent's when it replays. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { BuildScene } from "../../stage/scene.ts";
import type { Stage } from "../../stage/stage.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { WHEEL_REDUCED_MS, type WheelPlan, wheelEndMs } from "../../stage/wheel-time.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { sound } from "../../ui/sound.ts";

/** A browser that cannot show the wheel by then gets the result without it. */
const READY_MS = 4000;

interface WheelProps {
  plan: WheelPlan;
  /** Worth more than the stake: only then light and sparks. */
  cheer: boolean;
  label: string;
  className: string | undefined;
  /** The result may be shown. Called once; a timer decides, because a hidden tab draws no frames. */
  onSettled?: (() => void) | undefined;
  /** Given for a replay: the moment to show, in milliseconds, or a clock to follow. */
  at?: number | (() => number) | undefined;
}

export function Wheel({ plan, cheer, label, className, onSettled, at }: WheelProps) {
  const calm = useReducedMotion();
  const build = useMemo<BuildScene>(
    () => async (context) => {
      const { wheelScene } = await import("../../stage/scenes/wheel.ts");
      return wheelScene(context, { wheel: plan, cheer });
    },
    [plan, cheer],
  );
  const [stage, setStage] = useState<Stage | null>(null);
  const latest = useRef(onSettled);
  const told = useRef<WheelPlan | null>(null);
  useEffect(() => {
    latest.current = onSettled;
  });

  const settle = useCallback(() => {
    if (told.current === plan) return;
    told.current = plan;
    latest.current?.();
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
    const timer = setTimeout(settle, calm ? WHEEL_REDUCED_MS : wheelEndMs(plan));
    return () => clearTimeout(timer);
  }, [stage, plan, calm, replay, settle]);

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
