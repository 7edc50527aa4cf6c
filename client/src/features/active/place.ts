/** The pages that a season can be at home on (product spec §2). The first one shows every season. */
import { useLocation } from "react-router";
import { patterns } from "../../routes/paths.ts";

export const PLACES = { active: patterns.active, moonbox: patterns.moonBox, newyear: patterns.newYear } as const;
export type Place = keyof typeof PLACES;

const NAMES = Object.keys(PLACES) as readonly Place[];

/** The page that is shown. */
export function usePlace(): Place {
  const { pathname } = useLocation();
  return NAMES.find((name) => PLACES[name] === pathname) ?? "active";
}

/** A box of the season, on the page where its player is. */
export const boxPath = (place: Place, box: number): string => `${PLACES[place]}?box=${box}`;
