import { describe, expect, it, vi } from "vitest";
import type { Sold } from "../../state/sale.ts";
import { sellAll } from "./aftermath.ts";
import type { Winning } from "./winnings.ts";

const winnings: readonly Winning[] = Array.from({ length: 60 }, (_, i) => ({ id: String(i), valueCents: 10 }));
const answer = (count: number, balanceCents: number): Sold => ({
  soldCents: count * 10,
  count,
  balanceCents,
  bagCount: 9,
});

describe("sellAll", () => {
  it("sells in calls of at most fifty and adds them up; the last balance counts", async () => {
    const calls: number[] = [];
    const told: number[] = [];
    const sold = await sellAll(
      winnings,
      async (ids) => answer(ids.length, calls.push(ids.length)),
      (_, left) => told.push(left.length),
    );
    expect(calls).toEqual([50, 10]);
    expect(told).toEqual([10, 0]);
    expect(sold).toEqual({ soldCents: 600, count: 60, balanceCents: 2, bagCount: 9 });
  });

  it("goes on with the rest after a part that failed: nothing sold is offered twice", async () => {
    const lost = new Error("no answer");
    const sell = vi.fn(async (ids: readonly string[]) => answer(ids.length, 1));
    sell.mockImplementationOnce(async (ids) => answer(ids.length, 1)).mockRejectedValueOnce(lost);
    let left = winnings;
    const onPart = (_: Sold, rest: readonly Winning[]) => {
      left = rest;
    };
    await expect(sellAll(left, sell, onPart)).rejects.toBe(lost);
    expect(left).toEqual(winnings.slice(50));
    await expect(sellAll(left, sell, onPart)).resolves.toMatchObject({ count: 10, soldCents: 100 });
    expect(left).toEqual([]);
    expect(sell.mock.calls[2]).toEqual(sell.mock.calls[1]); // the same part, so that its intent keeps its key
    expect(sell).toHaveBeenCalledTimes(3);
  });

  it("calls nobody for nothing", async () => {
    const sell = () => Promise.reject(new Error("called"));
    await expect(sellAll([], sell, () => expect.unreachable())).resolves.toMatchObject({ count: 0 });
  });
});
