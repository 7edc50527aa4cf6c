import { expect, test } from "vitest";
import { typed } from "./typed.ts";

test.each([
  ["zh", "12.50"],
  ["en", "12.50"],
  ["pt", "12,50"],
  ["ru", "12,50"],
  ["vi", "12,50"],
] as const)("in %s an amount is typed as %s", (language, amount) => {
  for (const text of ["12.50", "12,50"]) expect(typed(text, language)).toBe(amount);
});
