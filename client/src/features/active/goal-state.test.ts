import { describe, expect, it } from "vitest";
import { assistLink, goalState } from "./goal-state.ts";

const steps = [
  { count: 3, tokens: 2, claimed: false },
  { count: 10, tokens: 6, claimed: false },
];
const taken = steps.map((step) => ({ ...step, claimed: true }));

describe("goalState", () => {
  it("runs towards the first step that is not reached", () => {
    expect(goalState({ type: 3, done: 1, steps })).toEqual({
      next: steps[0],
      share: 1 / 3,
      claimable: 0,
      state: "open",
    });
    expect(goalState({ type: 3, done: 5, steps })).toEqual({
      next: steps[1],
      share: 0.5,
      claimable: 2,
      state: "ready",
    });
  });

  it("is ready with every step that was reached and not claimed", () => {
    expect(goalState({ type: 3, done: 99, steps })).toEqual({ next: steps[1], share: 1, claimable: 8, state: "ready" });
    const [first, last] = [taken[0], steps[1]];
    if (!first || !last) throw new Error("no steps");
    expect(goalState({ type: 3, done: 10, steps: [first, last] }).claimable).toBe(6);
    expect(goalState({ type: 3, done: 9, steps: [first, last] })).toMatchObject({ claimable: 0, state: "open" });
  });

  it("is done when every step was claimed, and stays so", () => {
    expect(goalState({ type: 3, done: 10, steps: taken })).toMatchObject({ claimable: 0, share: 1, state: "done" });
  });
});

describe("assistLink", () => {
  it("carries the code and nothing else", () => {
    expect(assistLink("https://play.example", "/page/active", "aB3")).toBe(
      "https://play.example/page/active?assist=aB3",
    );
  });
});
