/**
 * What a player won in a battle and still owns. The room has only what was won: items may have been sold since, here
 * before a refresh, in the backpack or on another device.
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BattleSnapshot, Settled } from "../../protocol/gen.ts";
import { queryClient } from "../../state/query.ts";
import { type BagPage, backpack } from "./api.ts";
import { battleKeys } from "./query.ts";
import { drawnValues, wonBy } from "./seats.ts";

export interface Winning {
  readonly id: string;
  readonly valueCents: number;
}

/** The items of a seat at their drawn values; a bot's, which are destroyed, have no ids and are left out. */
export function winningsOf(room: BattleSnapshot, result: Settled, seat: number): Winning[] {
  const won = wonBy(result, seat);
  const values = drawnValues(room);
  return (won?.items ?? []).flatMap((id, i) => {
    const def = won?.defs[i];
    return id === "" || def === undefined ? [] : [{ id, valueCents: values.get(def) ?? 0 }];
  });
}

/**
 * Those of `won` that lie in the backpack, which is asked for page by page, newest first, back to the battle's start.
 */
export async function stillOwned(
  won: readonly Winning[],
  sinceMs: number,
  bag: (page: number) => Promise<BagPage>,
): Promise<Winning[]> {
  const owned = new Set<string>();
  for (let page = 1, seen = 0; ; page++) {
    const { records, total } = await bag(page);
    for (const { id } of records) owned.add(id);
    seen += records.length;
    const last = records.at(-1);
    if (!last || last.atMs < sinceMs || seen >= total) break;
  }
  return won.filter(({ id }) => owned.has(id));
}

export interface Winnings {
  /** Not sold yet, as far as is known: all of them while the backpack has not answered. */
  readonly left: readonly Winning[];
  readonly asking: boolean;
}

export function useWinnings(room: BattleSnapshot, result: Settled, seat: number): Winnings {
  const won = useMemo(() => winningsOf(room, result, seat), [room, result, seat]);
  const { data, isPending } = useQuery({
    queryKey: battleKeys.winnings(room.card.id),
    queryFn: () => stillOwned(won, room.startedAtMs, backpack),
    enabled: won.length > 0,
  });
  return { left: data ?? won, asking: won.length > 0 && isPending };
}

/** What is left after a sale: the next click must not offer the others again, whatever else fails. */
export function setWinnings(battle: string, left: readonly Winning[]): void {
  queryClient.setQueryData(battleKeys.winnings(battle), left);
}
