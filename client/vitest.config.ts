import { readdirSync, readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Vitest's reporter groups failures with Map.groupBy, which Node 20 lacks; without it a failing test prints no reason.
(Map as { groupBy?: typeof Map.groupBy }).groupBy ??= <K, V>(items: Iterable<V>, keyOf: (item: V, i: number) => K) => {
  const groups = new Map<K, V[]>();
  let i = 0;
  for (const item of items) {
    const key = keyOf(item, i++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

const ALL = "src/**/*.test.{ts,tsx}";
const TESTS = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => `src/${file}`)
  .filter((file) => /\.test\.tsx?$/.test(file));
const filesWith = (what: RegExp) => TESTS.filter((file) => what.test(readFileSync(file, "utf8")));

/** These put another module in a module's place: each of them begins with modules of its own (src/test-anew.ts). */
const MOCKING = filesWith(/vi\.mock\(/);
/** These start a language, after which a text's name is no longer what is shown. */
const SPEAKING = filesWith(/test-kit|i18next|i18n\/setup|from "\.\/setup/);

/**
 * Files share a worker, its document and the modules that they import: beginning anew for each took most of the time.
 * src/test-setup.ts leaves nothing behind a file.
 */
const group = (name: string, files: { include: string[]; exclude?: string[] }, ...setupFiles: string[]) => ({
  extends: true as const,
  test: { name, ...files, isolate: false, setupFiles },
});
const without = (files: string[], others: string[]) => files.filter((file) => !others.includes(file));
const ANEW = "src/test-anew.ts";

export default defineConfig({
  plugins: [react()],
  server: { fs: { allow: [".."] } }, // a test holds ARCHITECTURE.md to the floors
  resolve: { alias: [{ find: /^zustand$/, replacement: `${import.meta.dirname}/src/test-stores.ts` }] },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/test-setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
    pool: "threads",
    testTimeout: 30_000, // costs nothing where things work, and holds on a machine much slower than two quiet cores
    projects: [
      // By pattern, so that a file that is written while tests are watched is run, too; here until the next start.
      group("names of texts", { include: [ALL], exclude: [...SPEAKING, ...MOCKING] }),
      group("names of texts, mocked", { include: without(MOCKING, SPEAKING) }, ANEW),
      group("texts", { include: without(SPEAKING, MOCKING) }),
      group("texts, mocked", { include: MOCKING.filter((file) => SPEAKING.includes(file)) }, ANEW),
    ],
  },
});
