import { describe, expect, it } from "vitest";
import { sellAll } from "./actions.ts";

describe("sellAll", () => {
  it("sells in calls of at most fifty and adds them up; the last balance counts", async () => {
    const calls: number[] = [];
    const sold = await sellAll(
      Array.from({ length: 60 }, (_, i) => String(i)),
      async (items) => {
        calls.push(items.length);
        return { soldCents: items.length * 10, count: items.length, balanceCents: calls.length, bagCount: 9 };
      },
    );
    expect(calls).toEqual([50, 10]);
    expect(sold).toEqual({ soldCents: 600, count: 60, balanceCents: 2, bagCount: 9 });
  });

  it("calls nobody for nothing", async () => {
    await expect(sellAll([], () => Promise.reject(new Error("called")))).resolves.toMatchObject({ count: 0 });
  });
});
