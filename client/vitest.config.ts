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

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    restoreMocks: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
