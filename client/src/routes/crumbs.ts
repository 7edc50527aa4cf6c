import { useMatches } from "react-router";
import type { RoomTitle } from "./kinds.ts";

export interface Crumb {
  readonly title: RoomTitle;
  /** Absent for a crumb that is no place of its own. */
  readonly to?: string;
}

/** What a route declares about itself: React Router's `handle`. */
export interface RouteHandle {
  /** The way to the screen, which comes last. */
  readonly crumbs?: readonly Crumb[];
  /** A visitor is asked to log in instead (product spec §2); it holds for the routes inside, too. */
  readonly needsPlayer?: boolean;
  /** One plays there: nothing stands between the header and the game's own row (`GameRow`). */
  readonly game?: boolean;
}

const useHandles = (): readonly (RouteHandle | undefined)[] =>
  useMatches().map(({ handle }) => handle as RouteHandle | undefined);

/** Whether the screen that is shown is one where one plays. */
export const useIsGame = (): boolean => useHandles().some((handle) => handle?.game);

/** The way to the screen that is shown, which comes last. */
export const useCrumbs = (): readonly Crumb[] =>
  useHandles()
    .map((handle) => handle?.crumbs)
    .findLast((crumbs) => crumbs) ?? [];
