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

/** These put another module in a module's place, which only files that have no worker in common can do. */
const MOCKING = ["src/state/deliveries.test.ts", "src/features/session/fingerprint.test.ts"];

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "happy-dom",
    setupFiles: ["src/test-setup.ts"],
    restoreMocks: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
    pool: "threads",
    testTimeout: 30_000, // costs nothing where things work, and holds on a machine much slower than two quiet cores
    projects: [
      // Rules and state share a worker, its document and the modules that they import: beginning anew for each file took
      // most of the time. src/test-setup.ts leaves nothing behind a test.
      {
        extends: true,
        test: { name: "rules", include: ["src/**/*.test.ts"], exclude: MOCKING, isolate: false },
      },
      // Screens have each their own, with their texts, stores and modules.
      { extends: true, test: { name: "screens", include: ["src/**/*.test.tsx", ...MOCKING] } },
    ],
  },
});
