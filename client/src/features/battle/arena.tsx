/** The columns of a battle with one stage over all their windows, so that N reels cost one canvas. */
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnsPlan } from "../../stage/scenes/columns.ts";
import { cx } from "../../ui/class-names.ts";
import s from "./arena.module.css";
import type { BattleClock } from "./clock.ts";
import { SeatColumn } from "./seat-column.tsx";
import type { SeatColumnProps } from "./seat-view.ts";

const reels = () => import("./reels.tsx");
const Reels = lazy(reels);

interface ArenaProps {
  readonly columns: readonly SeatColumnProps[];
  /** Null until odds and catalogue are there. */
  readonly plan: ColumnsPlan | null;
  readonly clock: BattleClock;
  readonly calm: boolean;
  /** Reels turn, or are about to: the stage is needed. */
  readonly staged: boolean;
  /** The reels step back behind an overlay or the outcome. */
  readonly dimmed: boolean;
  /** The battle is over: what the reels show steps back. */
  readonly past: boolean;
  readonly round: number;
  readonly overlay: React.ReactNode;
}

export function Arena({ columns, plan, clock, calm, staged, dimmed, past, round, overlay }: ArenaProps) {
  const { t } = useTranslation("battle");
  const [unavailable, setUnavailable] = useState(false);
  // A battle that is over when it is opened needs no stage until it is replayed.
  const [wanted, setWanted] = useState(staged);
  if (staged && !wanted) setWanted(true);
  useEffect(() => {
    // Fetched while seats fill: the first spin does not wait for them.
    void Promise.all([reels(), import("../../stage/stage.ts"), import("../../stage/scenes/columns.ts")]).catch(
      () => null,
    );
  }, []);
  const reeled = wanted && !unavailable ? plan : null;
  return (
    <div
      className={cx(s.arena, s[`n${columns.length}`], columns.some((c) => c.taking) && s.filling, past && s.over)}
      data-part="arena"
    >
      <div className={s.columns}>
        {columns.map((column) => (
          <SeatColumn key={column.seat.seat} {...column} still={reeled === null} />
        ))}
      </div>
      {reeled && (
        <Suspense>
          <Reels
            plan={reeled}
            clock={clock}
            calm={calm}
            dimmed={dimmed}
            past={past}
            label={t("room.reels", { n: round + 1 })}
            onUnavailable={() => setUnavailable(true)}
          />
        </Suspense>
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
