import { expect, test } from "vitest";
import { rangeProblem } from "./price-range.tsx";

test.each([
  ["", "", null],
  ["1", "", null],
  ["", "0.50", null],
  ["2,5", "2.50", null],
  ["3", "2", "badRange"],
  ["x", "2", "badPrice"],
  ["1.234", "", "badPrice"],
  ["-1", "", "badPrice"],
])("range %j to %j: %s", (min, max, problem) => {
  expect(rangeProblem(min, max)).toBe(problem);
});
