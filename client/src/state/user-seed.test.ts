import { expect, test } from "vitest";
import { isUserSeed, randomUserSeed } from "./user-seed.ts";

test.each(["a", "Z9", "orwdcqg90oo8wuhg"])("accepts %j", (seed) => {
  expect(isUserSeed(seed)).toBe(true);
});

test.each(["", "with space", "a".repeat(17), "naïve", "a-b", "种子"])("refuses %j", (seed) => {
  expect(isUserSeed(seed)).toBe(false);
});

test("a random seed is full length, lower case and never the same", () => {
  expect(randomUserSeed()).toMatch(/^[0-9a-z]{16}$/);
  expect(randomUserSeed()).not.toBe(randomUserSeed());
});

test("bytes that would favour some letters are thrown away", () => {
  let round = 0;
  const seed = randomUserSeed((bytes) => bytes.fill(round++ === 0 ? 252 : 35));
  expect(seed).toBe("z".repeat(16));
});
