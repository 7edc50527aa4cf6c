import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const DIGEST = "DIGEST";

/**
 * The worker's text with the digest of what it keeps in the name of its cache: a browser takes a worker anew when a
 * byte of it differs.
 */
export function worker(source: string, read: (path: string) => Uint8Array): string {
  const list = /const KEPT = \[([^\]]+)\]/
    .exec(source)?.[1]
    ?.replace("PAGE", /const PAGE = ("[^"]+")/.exec(source)?.[1] ?? "");
  const kept = list?.match(/\/[\w.]+/g) ?? [];
  if (kept.length === 0 || !source.includes(DIGEST)) throw new Error("the service worker keeps nothing");
  const sum = createHash("sha256").update(source);
  for (const path of kept) sum.update(path).update(read(path));
  return source.replace(DIGEST, sum.digest("hex").slice(0, 16));
}

/** Writes /sw.js, whose address must never change. */
export function serviceWorker(source: URL, publicDir: URL): Plugin {
  return {
    name: "jadebox-service-worker",
    apply: "build",
    generateBundle() {
      const read = (path: string) => readFileSync(join(publicDir.pathname, path));
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker(readFileSync(source, "utf8"), read) });
    },
  };
}
