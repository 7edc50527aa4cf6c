import { createBrowserRouter, type DataRouter, type RouteObject } from "react-router";
import { abortPending } from "../net/http.ts";
import { watchPlayer } from "./guard.tsx";

/** The router of the page; it begins to load what the address shows. `end` is for tests. */
export function openRouter(routes: RouteObject[]): { readonly router: DataRouter; readonly end: () => void } {
  const router = createBrowserRouter(routes);
  const unwatch = watchPlayer(router);
  let { pathname } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    abortPending(); // what the page that is left still waited for
  });
  return {
    router,
    end() {
      unwatch();
      router.dispose();
    },
  };
}

/** Resolves when the first screen can be drawn whole: until then the page that the server sent stays. */
export const whenReady = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const end = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      end();
      resolve();
    });
  });
