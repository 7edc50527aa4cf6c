/**
 * Places where some need a player (product spec §2). A visitor who follows a link there stays there and is asked
 * to log in; one who arrives there in another way (opening the address, the browser's back) is led to the last page
 * that every visitor may see; and so is a player whose session ends there. A visitor who logs in then goes on to where
 * they wanted.
 */
import { useEffect } from "react";
import { createPath, type DataRouter, type LoaderFunction, Outlet, replace, useBlocker } from "react-router";
import { openLogin, sessionToken, useSession } from "../state/session.ts";
import type { RouteHandle } from "./crumbs.ts";
import { paths } from "./paths.ts";

interface Matched {
  readonly route: { readonly handle?: RouteHandle };
}

/** Whether the routes that an address leads through let players in only. */
export const needsPlayer = (matches: readonly Matched[] | null): boolean =>
  matches?.some(({ route }) => route.handle?.needsPlayer) ?? false;

/** Where a visitor is led who may not stay. */
let lastPublic: string = paths.home();

/** Where a visitor wanted to go who was asked to log in; "" when nowhere, or when they have thought better of it. */
let wanted = "";
/** Where a player was whose session ended, for the login that follows. */
let left = "";
/** The next change of the address is made here; any other one is a change of mind. */
let leads = false;

/** The loader of the routes around what only players see. */
export const playersOnly: LoaderFunction = ({ request }) => {
  if (sessionToken() !== "") return null;
  const { pathname, search } = new URL(request.url);
  wanted = createPath({ pathname, search, hash: location.pathname === pathname ? location.hash : "" });
  leads = true;
  openLogin();
  return replace(lastPublic);
};

/** Follows the router and the session; call it once for a router. Returns the end of it. */
export function watchPlayer(router: DataRouter): () => void {
  lastPublic = paths.home();
  let key = router.state.location.key;
  const remember = ({ location: at, matches, initialized }: DataRouter["state"]) => {
    if (initialized && !needsPlayer(matches)) lastPublic = createPath({ ...at, hash: "" });
    if (at.key === key) return;
    key = at.key;
    if (!leads) wanted = left = "";
    leads = false;
  };
  remember(router.state);
  const ends = [
    router.subscribe(remember),
    useSession.subscribe((now, before) => {
      if (!now.dialog) {
        if (wanted && now.token) void router.navigate(wanted);
        wanted = "";
      } else if (!before.dialog && left) {
        wanted = left;
      }
      if (before.token && !now.token && needsPlayer(router.state.matches)) {
        left = createPath(router.state.location);
        leads = true;
        void router.navigate(lastPublic, { replace: true });
      }
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Around all screens: stops a visitor's way into a place for players before anything changes. */
export function RouteGuard({ matchesOf }: { matchesOf: (pathname: string) => readonly Matched[] | null }) {
  const blocker = useBlocker(
    ({ nextLocation, historyAction }) =>
      historyAction !== "POP" && sessionToken() === "" && needsPlayer(matchesOf(nextLocation.pathname)),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    wanted = createPath(blocker.location);
    openLogin();
    blocker.reset();
  }, [blocker]);
  return <Outlet />;
}
