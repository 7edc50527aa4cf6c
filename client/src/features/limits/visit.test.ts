import { expect, test } from "vitest";
import { AWAY_MS, isDue, look, storedVisit, storeVisit, type Visit } from "./visit.ts";

const begun = look(null, "7", 1_000_000);
const minutes = (n: number) => n * 60_000;

test("a visit goes on while somebody looks, and begins anew after a while", () => {
  expect(begun).toEqual({ player: "7", since: 1_000_000, seen: 1_000_000, told: 1_000_000, every: 0 });
  const later = look(begun, "7", 1_000_000 + AWAY_MS);
  expect(later.since).toBe(begun.since);
  expect(later.seen).toBe(1_000_000 + AWAY_MS);
  expect(look(later, "7", later.seen + AWAY_MS + 1).since).toBe(later.seen + AWAY_MS + 1);
});

test("another player, and a clock that was put back, begin anew", () => {
  expect(look(begun, "8", 1_000_001)).toMatchObject({ player: "8", since: 1_000_001, every: 0 });
  expect(look(begun, "7", 999_999).since).toBe(999_999);
});

test("the check comes after so many minutes, not before, and not before the server has said how many", () => {
  const visit: Visit = { ...begun, every: 30 };
  expect(isDue(visit, begun.told + minutes(30) - 1)).toBe(false);
  expect(isDue(visit, begun.told + minutes(30))).toBe(true);
  expect(isDue({ ...visit, told: begun.told + minutes(30) }, begun.told + minutes(59))).toBe(false);
  expect(isDue(begun, begun.told + minutes(600))).toBe(false);
});

test("what is stored comes back, and what is no visit does not", () => {
  storeVisit(begun);
  expect(storedVisit()).toEqual(begun);
  for (const text of ["x", "{}", '{"player":7}', '{"player":"7","since":"a"}', "null"]) {
    localStorage.setItem("visit", text);
    expect(storedVisit()).toBeNull();
  }
});
