/** Who sits where, and what a settled battle gave whom. Pure. */
import type { BattleSnapshot, BattleSummary, Seat, Settled, Won } from "../../protocol/gen.ts";

/** One entry a seat, free ones included, in seat order. */
export function seatsOf(summary: BattleSummary): Seat[] {
  return Array.from(
    { length: summary.seatCount },
    (_, seat) =>
      summary.seats.find((s) => s.seat === seat) ?? {
        seat,
        playerId: "",
        name: "",
        avatar: "",
        vip: 0,
        frame: "",
        bot: false,
        userSeed: "",
      },
  );
}

export const isFree = (seat: Seat): boolean => seat.playerId === "" && !seat.bot;
export const freeSeats = (summary: BattleSummary): number => seatsOf(summary).filter(isFree).length;

/** The seat of a player, −1 when not seated or not logged in. */
export const seatOf = (summary: BattleSummary, playerId: string | undefined): number =>
  playerId ? (summary.seats.find((s) => s.playerId === playerId)?.seat ?? -1) : -1;

export const sumCents = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0);

/** Total of a seat's team in 2v2. */
export const teamCents = (totals: readonly number[], seat: number): number =>
  (totals[seat] ?? 0) + (totals[seat ^ 1] ?? 0);

export const wonBy = (result: Settled, seat: number): Won | undefined => result.won.find((w) => w.seat === seat);

/** What a seat's winnings are worth: the drawn values of its items plus money. */
export function wonCents(room: BattleSnapshot, result: Settled, seat: number): number {
  const won = wonBy(result, seat);
  if (!won) return 0;
  const values = drawnValues(room);
  return sumCents(won.defs.map((def) => values.get(def) ?? 0)) + won.paidCents;
}

/** Value of each definition as it was drawn in this battle. */
export function drawnValues(room: BattleSnapshot): ReadonlyMap<number, number> {
  return new Map(room.rounds.flatMap((r) => r.results.map((x) => [x.def, x.valueCents] as const)));
}

/** The dearest item a seat has drawn; the first of equals. */
export function bestDef(room: BattleSnapshot, seat: number): number | undefined {
  let best: { readonly def: number; readonly valueCents: number } | undefined;
  for (const { results } of room.rounds) {
    const drawn = results.find((x) => x.seat === seat);
    if (drawn && (!best || drawn.valueCents > best.valueCents)) best = drawn;
  }
  return best?.def;
}

/** What a seat has drawn, by round; undefined where it is not revealed to it yet. */
export function drawnDefs(room: BattleSnapshot, seat: number, shown: number): (number | undefined)[] {
  const defs = new Map(room.rounds.map((r) => [r.index, r.results.find((x) => x.seat === seat)?.def] as const));
  return room.card.boxes.map((_, round) => (round < shown ? defs.get(round) : undefined));
}
