/** From points to places: who stands where, and how much is between a seat and the lead. Pure. */
import type { BattleMode } from "../../protocol/gen.ts";

export interface Standing {
  /** From 0. */
  readonly place: number;
  /** Cents between its points and the leader's; null for a leader, and while no seat leads. */
  readonly behindCents: number | null;
}

/** By seat. Leaders come first, then the nearest; of equals the lower seat. While no seat leads, in seat order. */
export function standingsOf(points: readonly number[], leaders: number, mode: BattleMode): Standing[] {
  const sign = mode === "inverse" ? -1 : 1;
  const leads = (seat: number): boolean => ((leaders >> seat) & 1) === 1;
  const best = leaders === 0 ? 0 : sign * (points[points.findIndex((_, seat) => leads(seat))] ?? 0);
  const order = points.map((_, seat) => seat);
  if (leaders !== 0) order.sort((a, b) => sign * ((points[b] ?? 0) - (points[a] ?? 0)) || a - b);
  return points.map((own, seat) => ({
    place: order.indexOf(seat),
    behindCents: leaders === 0 || leads(seat) ? null : best - sign * own,
  }));
}
