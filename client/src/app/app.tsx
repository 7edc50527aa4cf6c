import { useLocation, useRoutes } from "react-router";
import { CrashBoundary } from "./crash-screen.tsx";
import type { LazyScreen } from "./lazy-route.ts";
import { matchPlace } from "./match.ts";
import { CrumbContext, type RouteHandle } from "./route-handle.ts";
import { routes } from "./routes.ts";

/** The screen of the current place, inside the shell. */
export function App() {
  const location = useLocation();
  const handles = matchPlace(routes, location.pathname)?.map(({ route }) => route.handle as RouteHandle | undefined);
  const crumbs = handles?.findLast((handle) => handle?.crumbs)?.crumbs ?? [];
  return (
    <CrashBoundary place={location.key}>
      <CrumbContext value={crumbs}>{useRoutes(routes)}</CrumbContext>
    </CrashBoundary>
  );
}

/** Fetches what an address shows. What fails here is told where it is drawn. */
export async function fetchScreens(pathname: string): Promise<void> {
  const screens = matchPlace(routes, pathname)?.map(({ route }) => route.Component as LazyScreen | undefined);
  await Promise.allSettled(screens?.map((screen) => screen?.fetch?.()) ?? []);
}
