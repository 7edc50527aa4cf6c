import { type ComponentType, createElement, type ReactElement, use } from "react";
import { useLocation } from "react-router";
import { loadTexts } from "../i18n/setup.ts";

/** Product spec §9. */
export const CHUNK_TIMEOUT_MS = 120_000;
const RELOADED = "reloaded";

interface Screen {
  readonly Component: ComponentType;
}

/** A screen that can be fetched ahead. */
export interface LazyScreen {
  (): ReactElement;
  fetch(place?: string): Promise<Screen>;
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("ChunkLoadError: timeout")), CHUNK_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * A screen with its texts. When its code cannot be loaded it is tried once more; after that the page reloads the same
 * path once (product spec §2): most often a new version was installed and the old file is gone. What stays away then is an
 * error of that place: another place, and this one when it is entered again, is another chance.
 */
export function lazyRoute(load: () => Promise<Screen>, ...namespaces: string[]): LazyScreen {
  let ready: Screen | undefined;
  let coming: Promise<Screen> | undefined;
  let failed: { readonly place: string; readonly error: unknown } | undefined;

  const both = async () => {
    const [screen] = await Promise.all([withTimeout(load()), loadTexts(...namespaces)]);
    ready = screen;
    return screen;
  };
  const fetch = (place = "") => {
    coming ??= both()
      .catch(both)
      .catch((error: unknown) => {
        coming = undefined;
        failed = { place, error };
        // Once a path and visit: the screens around it come, so their success says nothing. Nobody waits for what was fetched ahead.
        if (place !== "" && sessionStorage.getItem(RELOADED) !== location.pathname) {
          sessionStorage.setItem(RELOADED, location.pathname);
          location.reload();
        }
        throw error;
      });
    return coming;
  };
  /** Fetched already, it is drawn at once: waiting even for a kept promise would show the fallback for a moment. */
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route, when the table of routes is
  const LazyScreen = () => {
    const { key } = useLocation();
    if (ready) return createElement(ready.Component);
    if (failed?.place === key) throw failed.error; // asking again while it is drawn would never end
    return createElement(use(fetch(key)).Component);
  };
  return Object.assign(LazyScreen, { fetch });
}
