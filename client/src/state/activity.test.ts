import { expect, test } from "vitest";
import { discounted } from "./activity.ts";

test("prices round up, as the server has them", () => {
  expect([discounted(1000, 5), discounted(999, 5), discounted(1, 50), discounted(700, 0)]).toEqual([950, 950, 1, 700]);
});
