import { describe, expect, it } from "vitest";
import { standingsOf } from "./standing.ts";

describe("standingsOf", () => {
  it("puts the leader first and tells everybody else how far it is ahead", () => {
    expect(standingsOf([523, 248, 613, 226], 0b0100, "normal")).toEqual([
      { place: 1, behindCents: 90 },
      { place: 2, behindCents: 365 },
      { place: 0, behindCents: null },
      { place: 3, behindCents: 387 },
    ]);
  });

  it("counts the other way round where the lowest total wins", () => {
    expect(standingsOf([300, 100], 0b10, "inverse")).toEqual([
      { place: 1, behindCents: 200 },
      { place: 0, behindCents: null },
    ]);
  });

  it("keeps the order of the seats while nobody leads, and between equals", () => {
    expect(standingsOf([5, 9], 0, "share").map(({ place }) => place)).toEqual([0, 1]);
    expect(standingsOf([7, 7, 3, 3], 0b0011, "teams")).toEqual([
      { place: 0, behindCents: null },
      { place: 1, behindCents: null },
      { place: 2, behindCents: 4 },
      { place: 3, behindCents: 4 },
    ]);
  });
});
