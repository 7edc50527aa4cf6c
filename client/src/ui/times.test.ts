import { expect, it } from "vitest";
import { formatTimes } from "./times.ts";

it.each([
  [0.287, "0.28×"],
  [0.9999, "0.99×"],
  [1, "1.00×"],
  [4.33, "4.33×"],
  [20.98, "20.9×"],
  [1204.9, "1,204×"],
])("tells %d as %s: never more than it was", (ratio, text) => {
  expect(formatTimes(ratio, "en")).toBe(text);
});

it("uses the comma of the language", () => {
  expect(formatTimes(20.9, "pt")).toBe("20,9×");
});
