/** The stage over the windows of a battle: fetched with Pixi, long before the first spin. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { BuildScene } from "../../stage/scene.ts";
import type { ColumnsPlan, ColumnsScene } from "../../stage/scenes/columns.ts";
import type { Stage } from "../../stage/stage.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { cx } from "../../ui/class-names.ts";
import { sound } from "../../ui/sound.ts";
import s from "./arena.module.css";
import type { BattleClock } from "./clock.ts";

interface ReelsProps {
  readonly plan: ColumnsPlan;
  readonly clock: BattleClock;
  readonly calm: boolean;
  readonly dimmed: boolean;
  readonly past: boolean;
  readonly label: string;
  readonly onUnavailable: () => void;
}

export default function Reels({ plan, clock, calm, dimmed, past, label, onUnavailable }: ReelsProps) {
  const latest = useRef(plan);
  const scene = useRef<ColumnsScene>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const { seats } = plan.battle;

  useEffect(() => {
    latest.current = plan;
    scene.current?.update(plan);
  }, [plan]);

  // biome-ignore lint/correctness/useExhaustiveDependencies(seats): another number of reels is another scene
  const build = useCallback<BuildScene<ColumnsScene>>(
    async (context) => {
      const { columnsScene } = await import("../../stage/scenes/columns.ts");
      return columnsScene(context, latest.current);
    },
    [seats],
  );
  const onStage = useCallback((next: Stage | null, built: ColumnsScene | null) => {
    built?.update(latest.current); // events may have come while it loaded
    scene.current = built;
    setStage(next);
  }, []);

  useEffect(() => {
    if (!stage) return;
    if (clock.running) stage.play(() => clock.now());
    else {
      stage.draw(clock.now());
      sound.drone(null); // a moment that stands still has no tension
    }
    return () => {
      stage.pause();
      sound.drone(null);
    };
  }, [stage, clock]);

  return (
    <StageHost
      className={cx(s.canvas, dimmed && s.dimmed, past && s.past)}
      part="reels"
      build={build}
      onStage={onStage}
      onUnavailable={onUnavailable}
      reducedMotion={calm}
      sound={sound}
      label={label}
    />
  );
}
