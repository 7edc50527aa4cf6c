import { expect, test } from "vitest";
import { FLAKY_MAX, MENDED, verdict } from "../e2e/mended.ts";

const specs = import.meta.glob<string>("../e2e/*.spec.ts", { query: "?raw", import: "default", eager: true });

test("every mended test is there under the name that the list has", () => {
  for (const { spec, test: name } of MENDED) {
    const titles = [...(specs[`../e2e/${spec}`] ?? "").matchAll(/^ *test\(\s*"([^"]*)"/gm)].map(([, title]) => title);
    expect(
      titles.filter((title) => title?.includes(name)),
      `${spec}: ${name}`,
    ).toHaveLength(1);
  }
});

test("a run fails by a mended test that is flaky again, and by too many flaky ones", () => {
  const [mended] = MENDED;
  if (mended === undefined) throw new Error("nothing was mended");
  const other = { spec: "dice.spec.ts", test: "a die falls" };
  expect(verdict([])).toEqual([]);
  expect(verdict(Array.from({ length: FLAKY_MAX }, () => other))).toEqual([]);
  expect(verdict(Array.from({ length: FLAKY_MAX + 1 }, () => other))).toEqual(["3 tests are flaky, 2 at most"]);
  expect(verdict([{ spec: mended.spec, test: `it is so: ${mended.test} @phone` }])).toEqual([
    expect.stringContaining(mended.cause),
  ]);
  expect(verdict([{ spec: other.spec, test: mended.test }])).toEqual([]);
});
