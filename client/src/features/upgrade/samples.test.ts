import { expect, test } from "vitest";
import { upgradeWins } from "../../fairness/upgrade.ts";
import { upgradeRateE8 } from "../../fairness/upgrade-rate.ts";
import { SAMPLES, sampleDefs } from "./samples.ts";

test("five samples at the specification's prices, which keep the house's own rules", () => {
  expect(SAMPLES.length).toBe(5);
  for (const { beforeCents, afterCents, rateE8, startE8, v, won } of SAMPLES) {
    expect([beforeCents, afterCents]).toEqual([18_800, 38_800]);
    expect(rateE8).toBe(upgradeRateE8({ drawPPM: 80_000, leastPPM: 20_000 }, beforeCents, afterCents));
    expect(upgradeWins(v, rateE8, startE8)).toBe(won);
  }
});

test("every picture is another item", () => {
  const goods = Array.from({ length: 12 }, (_, i) => ({ id: i + 1, priceCents: 10_000 + i * 3_000 }));
  expect(new Set(sampleDefs(goods).flat()).size).toBe(10);
});
