import { expect, it } from "vitest";
import { dayFlag } from "./day-flag.ts";

const monday = new Date(2026, 10, 23, 23, 59);
const tuesday = new Date(2026, 10, 24, 0, 1);

it("holds for the day on which it was ticked, and for no other", () => {
  const flag = dayFlag("quiet");
  expect(flag.isSet(monday)).toBe(false);
  flag.set(true, monday);
  expect(flag.isSet(monday)).toBe(true);
  expect(flag.isSet(tuesday)).toBe(false);
  expect(dayFlag("other").isSet(monday)).toBe(false);
  flag.set(false, monday);
  expect(flag.isSet(monday)).toBe(false);
});
