/** What a page shows of a running battle. Renders once per discrete change, never per frame, and in hidden tabs too. */
import { useEffect, useState } from "react";
import { type BattlePhase, type BattlePlan, battleAt, calmMs, nextChangeMs } from "../../stage/battle-time.ts";
import type { BattleClock } from "./clock.ts";

export interface BattleView {
  readonly phase: BattlePhase;
  readonly round: number;
  /** Rounds revealed, by seat. */
  readonly shown: readonly number[];
  readonly totals: readonly number[];
  /** Cents that decide, by seat, over the rounds that every seat has shown. */
  readonly points: readonly number[];
  /** Bit s: seat s leads. */
  readonly leaders: number;
}

export function battleView(plan: BattlePlan, tMs: number, calm: boolean): BattleView {
  const { phase, round, shown, totals, points, leaders } = battleAt(plan, calm ? calmMs(plan, tMs) : tMs);
  return { phase, round, shown, totals, points, leaders };
}

const same = (a: BattleView | null, b: BattleView): boolean =>
  a !== null && a.phase === b.phase && a.round === b.round && a.leaders === b.leaders && equal(a, b);

const equal = (a: BattleView, b: BattleView): boolean =>
  a.shown.every((n, i) => n === b.shown[i]) && a.totals.every((n, i) => n === b.totals[i]);

/** A timer may fire a little early; past the boundary it must not. */
const LATE_MS = 8;

export function useBattleView(plan: BattlePlan | null, clock: BattleClock, calm: boolean): BattleView | null {
  const [view, setView] = useState<BattleView | null>(() => plan && battleView(plan, clock.now(), calm));
  useEffect(() => {
    if (!plan) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = () => {
      const t = clock.now();
      const next = battleView(plan, t, calm);
      setView((before) => (same(before, next) ? before : next));
      const wait = t < 0 ? -t : nextChangeMs(plan, t) - t;
      if (clock.running && Number.isFinite(wait)) timer = setTimeout(step, wait + LATE_MS);
    };
    step();
    return () => clearTimeout(timer);
  }, [plan, clock, calm]);
  return view;
}
