import { expect, test } from "vitest";
import { formatAmount, formatCents, formatDay, formatSection, formatShare, formatTime, parseCents } from "./number.ts";

test("cents are shown with two decimals in the player's way", () => {
  expect(formatCents(1248050, "en")).toBe("12,480.50");
  expect(formatCents(1248050, "zh")).toBe("12,480.50");
  expect(formatCents(1248050, "pt")).toBe("12.480,50");
  expect(formatCents(1, "en")).toBe("0.01");
});

test("amounts in a text have the cents that they have", () => {
  expect(formatAmount(1000, "pt")).toBe("1.000");
  expect(formatAmount(0.1, "pt")).toBe("0,1");
  expect(formatAmount(2.25, "zh")).toBe("2.25");
});

test("shares are percentages with two decimals, half rounded up (spec §9)", () => {
  expect(formatShare(0.92, "en")).toBe("92.00%");
  expect(formatShare(0.00125, "en")).toBe("0.13%");
  expect(formatShare(1, "en")).toBe("100.00%");
  expect(formatShare(0, "en")).toBe("0.00%");
});

test("a chance that would round away keeps its digits", () => {
  expect(formatShare(0.00001, "en")).toBe("0.0010%");
  expect(formatShare(168 / 2 ** 24, "en")).toBe("0.0010%");
});

test("a day keeps its date wherever it is read", () => {
  for (const [language, day] of [
    ["en", "Nov 22, 2026"],
    ["zh", "2026/11/22"],
    ["pt", "22 de nov. de 2026"],
    ["ru", "22 нояб. 2026 г."],
    ["vi", "22 thg 11, 2026"],
  ] as const) {
    expect(formatDay("2026-11-22", language)).toBe(day);
  }
});

test("sections have four decimals (spec §9)", () => {
  expect(formatSection(0.42221697701316935, "en")).toBe("0.4222");
});

test("a date has its month's name in English and the order of its language elsewhere; the time is hh:mm:ss (spec §9)", () => {
  const at = new Date(2026, 10, 5, 9, 4, 7).getTime();
  for (const [language, date] of [
    ["en", /^Nov 05, 2026/],
    ["zh", /^2026\/11\/05/],
    ["pt", /^05 de nov\. de 2026/],
    ["ru", /^05 нояб\. 2026/],
    ["vi", /05 thg 11, 2026$/],
  ] as const) {
    expect(formatTime(at, language), language).toMatch(date);
    expect(formatTime(at, language), language).toContain("09:04:07");
  }
});

test("a day begins at 00", () => {
  const midnight = new Date(2026, 0, 1, 0, 5, 9).getTime();
  expect(formatTime(midnight, "en")).toBe("Jan 01, 2026, 00:05:09");
  expect(formatTime(midnight, "zh")).toBe("2026/01/01 00:05:09");
  expect(formatTime(midnight, "pt")).toBe("01 de jan. de 2026, 00:05:09");
});

test.each([
  ["12", 1200],
  ["12.5", 1250],
  ["12,05", 1205],
  [" 0.01 ", 1],
  ["", null],
  ["1.234", null],
  ["-1", null],
  ["1e3", null],
  ["9999999999", null],
])("parses %j as %s cents", (text, cents) => {
  expect(parseCents(text)).toBe(cents);
});
