import { matchRoutes, type RouteMatch, type RouteObject } from "react-router";

let last: { routes: RouteObject[]; pathname: string; matches: RouteMatch[] | null } | undefined;

/**
 * The routes that an address leads through, outermost first; null where none does. The router sorts all routes anew for every
 * question, and an address is asked about by several: the last answer is kept.
 */
export function matchPlace(routes: RouteObject[], pathname: string): RouteMatch[] | null {
  if (last?.routes !== routes || last.pathname !== pathname) {
    last = { routes, pathname, matches: matchRoutes(routes, pathname) };
  }
  return last.matches;
}
