import { type createBrowserRouter, replace } from "react-router";
import { openLogin, sessionToken, useSession } from "../state/session.ts";

type DataRouter = ReturnType<typeof createBrowserRouter>;

let lastPlace = "/";

/** The last page that anybody may see: where a refused visitor stays, and where a player goes whose session ends. */
export const publicPlace = (): string => lastPlace;

const isProtected = (router: DataRouter): boolean =>
  router.state.matches.some(({ route }) => route.loader === requirePlayer);

/** Keeps an eye on where the router stands and on the session. Call once. */
export function guardPlaces(router: DataRouter): void {
  const look = ({ location, navigation, initialized }: DataRouter["state"]) => {
    if (initialized && navigation.state === "idle" && !isProtected(router)) {
      lastPlace = location.pathname + location.search;
    }
  };
  look(router.state);
  router.subscribe(look);
  useSession.subscribe((now, before) => {
    if (before.token !== "" && now.token === "" && isProtected(router)) {
      void router.navigate(lastPlace, { replace: true });
    }
  });
}

/** Loader of routes that need a player (product spec §2): opens the login dialog and keeps a visitor where he was. */
export function requirePlayer(): null {
  if (sessionToken() !== "") return null;
  openLogin();
  throw replace(publicPlace());
}
