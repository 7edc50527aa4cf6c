import type { ComponentType } from "react";
import { loadTexts } from "../i18n/setup.ts";

/** Product spec §9. */
export const CHUNK_TIMEOUT_MS = 120_000;
const RELOADED = "reloaded";

/** The code or the texts of a screen stayed away. */
export class ScreenMissing extends Error {}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("ChunkLoadError: timeout")), CHUNK_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * A route's `lazy`: its screen with its texts. What cannot be loaded is tried once more; what stays away then is an
 * error of that navigation (`reloadOnce`), and the next navigation there asks again.
 */
export function screen(load: () => Promise<ComponentType>, ...namespaces: string[]) {
  const both = () => Promise.all([withTimeout(load()), loadTexts(...namespaces)]);
  return async (): Promise<{ Component: ComponentType }> => {
    const [Component] = await both()
      .catch(both)
      .catch((cause: unknown) => {
        throw new ScreenMissing("a screen could not be loaded", { cause });
      });
    return { Component };
  };
}

/**
 * Reloads the path of a screen that stayed away, once a path and visit (product spec §2): most often a new version was
 * installed and the old file is gone. Any other error is left as it is.
 */
export function reloadOnce(error: unknown): void {
  if (!(error instanceof ScreenMissing) || sessionStorage.getItem(RELOADED) === location.pathname) return;
  sessionStorage.setItem(RELOADED, location.pathname);
  location.reload();
}
