import { type ComponentType, createElement, type ReactElement, use } from "react";
import { loadTexts } from "../i18n/setup.ts";

/** Product spec §9. */
export const CHUNK_TIMEOUT_MS = 120_000;
const RELOADED = "chunk-reloaded";

interface Screen {
  readonly Component: ComponentType;
}

/** A screen that can be fetched ahead. */
export interface LazyScreen {
  (): ReactElement;
  fetch(): Promise<Screen>;
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("ChunkLoadError: timeout")), CHUNK_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * A screen with its texts. When its code cannot be loaded it is tried once more; after that the page reloads the same
 * path once (product spec §2): most often a new version was installed and the old file is gone.
 */
export function lazyRoute(load: () => Promise<Screen>, ...namespaces: string[]): LazyScreen {
  let ready: Screen | undefined;
  let coming: Promise<Screen> | undefined;

  const both = async () => {
    const [screen] = await Promise.all([withTimeout(load()), loadTexts(...namespaces)]);
    sessionStorage.removeItem(RELOADED);
    ready = screen;
    return screen;
  };
  const fetch = () => {
    coming ??= both()
      .catch(both)
      .catch((error: unknown) => {
        coming = undefined; // whoever comes again tries again
        if (sessionStorage.getItem(RELOADED) === null) {
          sessionStorage.setItem(RELOADED, "1");
          location.reload();
        }
        throw error;
      });
    return coming;
  };
  /** Fetched already, it is drawn at once: waiting even for a kept promise would show the fallback for a moment. */
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route, when the table of routes is
  const LazyScreen = () => createElement((ready ?? use(fetch())).Component);
  return Object.assign(LazyScreen, { fetch });
}
