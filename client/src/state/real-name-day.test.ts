import { afterEach, expect, it } from "vitest";
import { isSuppressedToday, suppressToday } from "./real-name-day.ts";

afterEach(() => localStorage.clear());

const monday = new Date(2026, 10, 23, 23, 59);
const tuesday = new Date(2026, 10, 24, 0, 1);

it("is quiet for the day on which it was ticked, and for no other", () => {
  expect(isSuppressedToday(monday)).toBe(false);
  suppressToday(true, monday);
  expect(isSuppressedToday(monday)).toBe(true);
  expect(isSuppressedToday(tuesday)).toBe(false);
  suppressToday(false, monday);
  expect(isSuppressedToday(monday)).toBe(false);
});
