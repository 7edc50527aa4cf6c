/** What the end of a battle shows, from what the server settled. Pure. */
import type { BattleSnapshot, Seat, Settled } from "../../protocol/gen.ts";
import { type Tier, tierOf } from "../../stage/tiers.ts";
import { seatsOf, sumCents, wonCents } from "./seats.ts";

export interface Flying {
  readonly seat: number;
  readonly def: number;
  readonly cents: number;
}

export interface TakeoverPlan {
  readonly seats: number;
  readonly winners: readonly Seat[];
  /** The columns that the winners' panel spans. */
  readonly first: number;
  readonly count: number;
  /** What the winners had drawn themselves. */
  readonly ownCents: number;
  readonly potCents: number;
  /** The items of the others, in the order of rounds. None where what was drawn is paid out in money. */
  readonly flying: readonly Flying[];
  /** What each winner takes; several may take a cent more or less than the first. */
  readonly takesCents: number;
  /** Of what is taken against the entry: a pot below it is no show. */
  readonly tier: Tier;
}

export function takeoverPlan(room: BattleSnapshot, result: Settled): TakeoverPlan {
  const seats = seatsOf(room.card);
  const won = new Set(result.winners);
  const first = Math.min(...result.winners);
  const drawn = room.rounds.flatMap(({ results }) => results);
  const taken = drawn.filter(({ seat }) => !won.has(seat));
  const takesCents = wonCents(room, result, first);
  return {
    seats: seats.length,
    winners: result.winners.flatMap((seat) => seats[seat] ?? []),
    first,
    count: Math.max(...result.winners) - first + 1,
    ownCents: sumCents(drawn.filter(({ seat }) => won.has(seat)).map(({ valueCents }) => valueCents)),
    potCents: result.potCents,
    flying: taken.map(({ seat, def, valueCents }) => ({ seat, def, cents: valueCents })),
    takesCents,
    tier: tierOf(takesCents, room.card.entryCents),
  };
}
