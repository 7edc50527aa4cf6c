import { loadTexts } from "../i18n/setup.ts";

/** Product spec §9. */
export const CHUNK_TIMEOUT_MS = 120_000;
const RELOADED = "chunk-reloaded";

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
export function lazyRoute<T>(load: () => Promise<T>, ...namespaces: string[]): () => Promise<T> {
  const both = async () => {
    const [screen] = await Promise.all([withTimeout(load()), loadTexts(...namespaces)]);
    sessionStorage.removeItem(RELOADED);
    return screen;
  };
  return async () => {
    try {
      return await both().catch(both);
    } catch (error) {
      if (sessionStorage.getItem(RELOADED) === null) {
        sessionStorage.setItem(RELOADED, "1");
        location.reload();
      }
      throw error;
    }
  };
}
