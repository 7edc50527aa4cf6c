import type { Location, UIMatch } from "react-router";
import type { RouteHandle } from "./route-handle.ts";

/** A new page starts at the top, except among pages that keep their place (product spec §2): those share one key. */
export function scrollKey(location: Location, matches: readonly UIMatch[]): string {
  const keeping = matches.findLast((match) => (match.handle as RouteHandle | undefined)?.keepsScroll);
  return keeping ? keeping.id : location.key;
}
