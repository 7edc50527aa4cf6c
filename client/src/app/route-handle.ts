import { createContext, useContext } from "react";
import type shell from "../i18n/shell.en.json";

export interface Crumb {
  readonly title: keyof (typeof shell)["title"];
  /** Absent for a crumb that is no place of its own. */
  readonly to?: string;
}

/** What a route tells the shell about itself; it holds for the routes inside, too. */
export interface RouteHandle {
  readonly crumbs?: readonly Crumb[];
  /** A visitor is asked to log in instead (product spec §2). */
  readonly needsPlayer?: boolean;
}

export const CrumbContext = createContext<readonly Crumb[]>([]);

/** The way to the screen that is shown, which comes last. */
export const useCrumbs = (): readonly Crumb[] => useContext(CrumbContext);
