/**
 * The address bar, as React Router's `Navigator`. The router runs in its declarative mode: loaders, actions, fetchers and
 * blockers would cost every visitor 18 KB and nothing here uses them. A guard decides before anything changes, so that
 * somebody who may not enter never leaves the screen he is on.
 */
import {
  createPath,
  type Location,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
} from "react-router";

export interface Place {
  readonly location: Location;
  readonly type: NavigationType;
  /** What the screen shows stays where it is. */
  readonly keepsScroll: boolean;
}

export interface Guard {
  /** False: stay away. Hears of every place before it is entered. */
  enter(location: Location): boolean;
  /** Where to go from an address that was refused and is already in the address bar. */
  instead(): string;
}

export interface Places extends Navigator {
  readonly now: () => Place;
  /** Hears of every change, after it. Returns the end of it. */
  subscribe(listener: () => void): () => void;
  /** Stops listening to the browser. */
  close(): void;
}

/** What an entry of the browser's history carries. */
interface Entry {
  readonly key?: string;
  readonly user?: unknown;
}

const START = "start";
const newKey = () => Math.random().toString(36).slice(2, 10);

/** Call once: it takes the address that the page was opened with, and listens to the browser's back and forward. */
export function openPlaces(guard: Guard): Places {
  const listeners = new Set<() => void>();

  const shown = (): Location => {
    const { pathname, search, hash } = window.location;
    const { key = START, user = null } = (history.state ?? {}) as Entry;
    return { pathname, search, hash, key, state: user };
  };
  const wanted = (to: To, state: unknown): Location => {
    const { pathname, search = "", hash = "" } = typeof to === "string" ? parsePath(to) : to;
    return { pathname: pathname ?? now.location.pathname, search, hash, key: newKey(), state };
  };
  const move = (place: Place): void => {
    now = place;
    for (const listener of listeners) listener();
  };
  const write = (method: "pushState" | "replaceState", { key, state, ...path }: Location): void =>
    history[method]({ key, user: state } satisfies Entry, "", createPath(path));

  /** What stands in the address bar, or where the guard leads instead. */
  const arrive = (): Location => {
    const location = shown();
    if (guard.enter(location)) return location;
    const other = wanted(guard.instead(), null);
    write("replaceState", other);
    return other;
  };

  const go = (
    type: NavigationType.Push | NavigationType.Replace,
    to: To,
    state: unknown,
    options?: NavigateOptions,
  ) => {
    const location = wanted(to, state ?? null);
    if (!guard.enter(location)) return;
    write(type === NavigationType.Push ? "pushState" : "replaceState", location);
    move({ location, type, keepsScroll: options?.preventScrollReset ?? false });
  };

  let now: Place = { location: shown(), type: NavigationType.Pop, keepsScroll: false };
  now = { ...now, location: arrive() };
  const onPop = () => move({ location: arrive(), type: NavigationType.Pop, keepsScroll: false });
  addEventListener("popstate", onPop);

  return {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => removeEventListener("popstate", onPop),
    createHref: (to) => (typeof to === "string" ? to : createPath(to)),
    go: (delta) => history.go(delta),
    push: (to, state, options) => go(NavigationType.Push, to, state, options),
    replace: (to, state, options) => go(NavigationType.Replace, to, state, options),
  };
}
