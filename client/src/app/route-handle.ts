import type shell from "../i18n/shell.en.json";

export interface Crumb {
  readonly title: keyof (typeof shell)["title"];
  /** Absent for a crumb that is no place of its own. */
  readonly to?: string;
}

/** What a route tells the shell about itself. */
export interface RouteHandle {
  readonly crumbs: readonly Crumb[];
  /** Going here keeps the scroll position (product spec §2: help centre and user pages). */
  readonly keepsScroll?: boolean;
}
