import type { RouteObject } from "react-router";
import { openLogin, sessionToken, useSession } from "../state/session.ts";
import { matchPlace } from "./match.ts";
import { openPlaces, type Places } from "./places.ts";
import type { RouteHandle } from "./route-handle.ts";

/**
 * Places where some need a player (product spec §2): for a visitor those open the login dialog and leave him where he is;
 * a player whose session ends there goes back to the last page that anybody may see.
 */
export function guardedPlaces(routes: RouteObject[]): Places {
  let lastPublic = "/";
  const isProtected = (pathname: string) =>
    matchPlace(routes, pathname)?.some(({ route }) => (route.handle as RouteHandle | undefined)?.needsPlayer) ?? false;

  const places = openPlaces({
    enter({ pathname, search }) {
      if (!isProtected(pathname)) lastPublic = pathname + search;
      else if (sessionToken() === "") {
        openLogin();
        return false;
      }
      return true;
    },
    instead: () => lastPublic,
  });
  const end = useSession.subscribe((now, before) => {
    if (before.token !== "" && now.token === "" && isProtected(places.now().location.pathname)) {
      places.replace(lastPublic);
    }
  });
  return {
    ...places,
    close() {
      end();
      places.close();
    },
  };
}
