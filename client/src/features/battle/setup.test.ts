import { describe, expect, it } from "vitest";
import { battleRoundsMax } from "../../fairness/battle.ts";
import { BOXES_MAX, emptyDraft, entryOf, roundsOf, withBox, withMode, withSeats } from "./setup.ts";

const add = (id: number, times: number, draft = emptyDraft) =>
  Array.from({ length: times }).reduce<typeof draft>((d) => withBox(d, id, 1), draft);

describe("a draft", () => {
  it("holds as many boxes as a battle can be verified with rounds", () => {
    expect(BOXES_MAX).toBe(battleRoundsMax);
  });

  it("holds at most fifteen boxes", () => {
    const full = add(2, 10, add(1, 10));
    expect(roundsOf(full)).toHaveLength(BOXES_MAX);
    expect(full.boxes.get(2)).toBe(5);
    expect(withBox(full, 3, 1)).toBe(full);
  });

  it("forgets a box whose last round was taken away, and ignores taking away more", () => {
    const one = add(4, 1);
    const none = withBox(one, 4, -1);
    expect(none.boxes.has(4)).toBe(false);
    expect(withBox(none, 4, -1)).toBe(none);
  });

  it("keeps 2v2 and four seats together", () => {
    const teams = withMode(emptyDraft, "teams");
    expect(teams).toMatchObject({ mode: "teams", seats: 4 });
    expect(withSeats(teams, 3)).toMatchObject({ mode: "normal", seats: 3 });
    expect(withSeats(withMode(emptyDraft, "share"), 3).mode).toBe("share");
  });
});

describe("entryOf", () => {
  const box = (expectedCents?: number) => () => ({ priceCents: 1000, expectedCents });

  it("adds prices and shows the true return", () => {
    expect(entryOf(add(1, 3), box(920))).toEqual({ entryCents: 3000, returnPpm: 920_000 });
  });

  it("shows no return before it is known", () => {
    expect(entryOf(add(1, 3), box())).toEqual({ entryCents: 3000, returnPpm: null });
    expect(entryOf(emptyDraft, box(920))).toEqual({ entryCents: 0, returnPpm: null });
  });
});
