/** Boxes as battles need them: all cards for choosing, odds for the strips of a room. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLanguage, words } from "../../i18n/language.ts";
import { type BoxDetail, boxListQuery, boxQuery } from "../../state/boxes.ts";
import { useCatalog } from "../../state/catalog.ts";
import type { BattleBox } from "./plan.ts";

export interface BoxView {
  readonly id: number;
  readonly name: string;
  readonly accent: string;
  readonly image: string;
  readonly priceCents: number;
}

export const useBoxCards = () => useQuery(boxListQuery());

/** Box views by id, in the player's language; undefined for a box that is not on sale or not loaded yet. */
export function useBoxViews(): (id: number) => BoxView | undefined {
  const { data } = useBoxCards();
  const language = useLanguage();
  return useMemo(() => {
    const views = new Map((data ?? []).map((box) => [box.id, { ...box, name: words(box.name, language) }]));
    return (id) => views.get(id);
  }, [data, language]);
}

/** Odds, price and return of several boxes, as far as they are loaded. */
export function useBoxDetails(ids: readonly number[]): ReadonlyMap<number, BoxDetail> {
  const distinct = useMemo(() => [...new Set(ids)], [ids]);
  return useQueries({ queries: distinct.map((id) => boxQuery(id)), combine: detailsById });
}

const detailsById = (results: readonly { readonly data: BoxDetail | undefined }[]): ReadonlyMap<number, BoxDetail> =>
  new Map(results.flatMap(({ data }) => (data ? [[data.box.id, data] as const] : [])));

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
