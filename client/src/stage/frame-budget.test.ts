import { expect, it } from "vitest";
import { FrameBudget } from "./frame-budget.ts";

const ON_TIME = [4, 16.7] as const;
const LATE = [13, 16.7] as const;

it("draws everything while no more than one frame in ten is late", () => {
  const budget = new FrameBudget();
  for (let i = 0; i < 200; i++) budget.frame(i % 10 === 0 ? 13 : 4, 16.7);
  expect(budget.economy).toBe(0);
});

it("draws less with the second late frame among ten, and says so once", () => {
  const budget = new FrameBudget();
  expect(budget.frame(...LATE)).toBe(false);
  for (let i = 0; i < 8; i++) expect(budget.frame(...ON_TIME)).toBe(false);
  expect(budget.frame(...LATE)).toBe(true);
  expect(budget.economy).toBe(1);
  expect(budget.frame(...LATE)).toBe(false); // judged anew
});

it("takes a frame that did not come for a late one, and never goes beyond its second step", () => {
  const budget = new FrameBudget();
  for (let i = 0; i < 40; i++) budget.frame(2, 60);
  expect(budget.economy).toBe(2);
});
