import { describe, expect, it } from "vitest";
import { REEL_PANEL_MS } from "../../stage/reel-time.ts";
import { openingTimeline } from "./opening-timeline.ts";
import type { OpenReelStrip } from "./strips.ts";

const won = { id: 1, rarity: "rare", image: "", thumb: "", brand: "", name: "" };
const strip = (resultId: string): OpenReelStrip => ({ resultId, entries: [won], won, valueCents: 5 });

describe("openingTimeline", () => {
  it("has one result revealed before the panel is due at four seconds", () => {
    expect(openingTimeline([strip("1-0")], 10).restMs).toBeGreaterThan(3000);
    expect(openingTimeline([strip("1-0")], 10).restMs).toBeLessThanOrEqual(REEL_PANEL_MS);
  });

  it("reveals five results one after another, the last within five seconds", () => {
    const ends = [1, 2, 3, 4, 5].map(
      (n) =>
        openingTimeline(
          Array.from({ length: n }, (_, i) => strip(`1-${i}`)),
          10,
        ).restMs,
    );
    for (let i = 1; i < ends.length; i++) expect(ends[i]).toBeGreaterThan(ends[i - 1] ?? 0);
    expect(ends[4]).toBeLessThan(5000);
  });
});
