/** Boxes as battles need them: all cards for choosing, odds for the strips of a room. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLanguage, words } from "../../i18n/language.ts";
import { type BoxDetail, boxListQuery, boxQuery } from "../../state/boxes.ts";
import { useCatalog } from "../../state/catalog.ts";
import { keys, queryClient } from "../../state/query.ts";
import type { BattleBox } from "./plan.ts";

export interface BoxView {
  readonly id: number;
  readonly name: string;
  readonly accent: string;
  readonly image: string;
  readonly priceCents: number;
}

export const useBoxes = () => useQuery(boxListQuery());

/** Box views by id, in the player's language; undefined for a box that is not on sale or not loaded yet. */
export function useBoxViews(): (id: number) => BoxView | undefined {
  const { data } = useBoxes();
  const language = useLanguage();
  return useMemo(() => {
    const views = new Map((data ?? []).map((box) => [box.id, { ...box, name: words(box.name, language) }]));
    return (id) => views.get(id);
  }, [data, language]);
}

/** Odds, price and return of several boxes; of those before them while they load. */
export function useBoxDetails(ids: readonly number[]): ReadonlyMap<number, BoxDetail> {
  const distinct = useMemo(() => [...new Set(ids)], [ids]);
  const { data } = useQuery({
    queryKey: keys.boxDetails(distinct),
    queryFn: () => Promise.all(distinct.map((id) => queryClient.ensureQueryData(boxQuery(id)))),
    // One more box is no reason to drop the others. A function of one's own would be another one with each render, and
    // what it gives selected anew, which renders again: until the answer came, or React gave up.
    placeholderData: keepPreviousData,
    select: detailsById,
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<number, BoxDetail> = new Map();
const detailsById = (all: readonly BoxDetail[]): ReadonlyMap<number, BoxDetail> =>
  new Map(all.map((detail) => [detail.box.id, detail]));

/** What the plan of a battle needs; entries whose items the catalogue does not know are left out. */
export function useBattleBoxes(ids: readonly number[]): (id: number) => BattleBox | undefined {
  const details = useBoxDetails(ids);
  const items = useCatalog((state) => state.items);
  return useMemo(() => {
    const boxes = new Map<number, BattleBox>();
    if (items.size > 0) {
      for (const { box, entries } of details.values()) {
        boxes.set(box.id, { id: box.id, priceCents: box.priceCents, odds: entries.filter((e) => items.has(e.def)) });
      }
    }
    return (id) => boxes.get(id);
  }, [details, items]);
}
