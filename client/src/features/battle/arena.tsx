/** The columns of a battle with one stage over all their windows, so that N reels cost one canvas. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BuildScene } from "../../stage/scene.ts";
import type { ColumnsPlan, ColumnsScene } from "../../stage/scenes/columns.ts";
import type { Stage } from "../../stage/stage.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { cx } from "../../ui/class-names.ts";
import { sound } from "../../ui/sound.ts";
import s from "./arena.module.css";
import type { BattleClock } from "./clock.ts";
import { SeatColumn } from "./seat-column.tsx";

type ColumnProps = Parameters<typeof SeatColumn>[0];

interface ArenaProps {
  readonly columns: readonly ColumnProps[];
  /** Null until odds and catalogue are there. */
  readonly plan: ColumnsPlan | null;
  readonly clock: BattleClock;
  readonly calm: boolean;
  /** Reels turn, or are about to: the stage is needed. */
  readonly staged: boolean;
  /** The reels step back behind an overlay or the outcome. */
  readonly dimmed: boolean;
  readonly round: number;
  readonly overlay: React.ReactNode;
}

export function Arena({ columns, plan, clock, calm, staged, dimmed, round, overlay }: ArenaProps) {
  const { t } = useTranslation("battle");
  const [unavailable, setUnavailable] = useState(false);
  // A battle that is over when it is opened needs no stage until somebody replays it.
  const [wanted, setWanted] = useState(staged);
  if (staged && !wanted) setWanted(true);
  useEffect(() => {
    // Fetched while seats fill: the first spin does not wait for anybody.
    void Promise.all([import("../../stage/stage.ts"), import("../../stage/scenes/columns.ts")]).catch(() => null);
  }, []);
  return (
    <div className={cx(s.arena, s[`n${columns.length}`], columns.some((c) => c.taking) && s.filling)}>
      <div className={s.columns}>
        {columns.map((column) => (
          <SeatColumn key={column.seat.seat} {...column} />
        ))}
      </div>
      {wanted && plan && !unavailable && (
        <Reels
          plan={plan}
          clock={clock}
          calm={calm}
          dimmed={dimmed}
          label={t("room.reels", { n: round + 1 })}
          onUnavailable={() => setUnavailable(true)}
        />
      )}
      {unavailable && staged && (
        <p className={s.unavailable} role="note">
          {t("room.unavailable")}
        </p>
      )}
      {overlay}
    </div>
  );
}

interface ReelsProps {
  readonly plan: ColumnsPlan;
  readonly clock: BattleClock;
  readonly calm: boolean;
  readonly dimmed: boolean;
  readonly label: string;
  readonly onUnavailable: () => void;
}

function Reels({ plan, clock, calm, dimmed, label, onUnavailable }: ReelsProps) {
  const latest = useRef(plan);
  const scene = useRef<ColumnsScene>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const { seats } = plan.battle;

  useEffect(() => {
    latest.current = plan;
    scene.current?.update(plan);
  }, [plan]);

  // biome-ignore lint/correctness/useExhaustiveDependencies(seats): another number of reels is another scene
  const build = useCallback<BuildScene>(
    async (context) => {
      const { columnsScene } = await import("../../stage/scenes/columns.ts");
      const built = await columnsScene(context, latest.current);
      built.update(latest.current); // events may have come while it loaded
      scene.current = built;
      return built;
    },
    [seats],
  );

  useEffect(() => {
    if (!stage) return;
    if (clock.running) stage.play(() => clock.now());
    else stage.draw(clock.now());
    return () => stage.pause();
  }, [stage, clock]);

  return (
    <StageHost
      className={cx(s.canvas, dimmed && s.dimmed)}
      build={build}
      onStage={setStage}
      onUnavailable={onUnavailable}
      reducedMotion={calm}
      sound={sound}
      label={label}
    />
  );
}
