import { expect, test } from "vitest";
import { solve } from "./work.ts";

/** SHA-256 of the salt "5e1f00d&" and each number. */
const CHALLENGES = {
  0: "889a147b69933c197a98b54f69889e00d3302775e3634efaf0f0793a32914a8a",
  7: "a2a17fd5e7e646eadc5d34bcddfffaad4cbaef3419307cc940c5c48a94b1bc40",
  1234: "11e7ce0a0a1d42577dcfb84b9164fbfd0355a2c2ada4f51bc4cacc63e353e662",
};

test("the number whose hash behind the salt is the challenge is found, the bounds included", () => {
  for (const [number, challenge] of Object.entries(CHALLENGES)) {
    expect(solve({ salt: "5e1f00d&", challenge, most: 1234 })).toBe(Number(number));
  }
});

test("a challenge beyond its bound has no number", () => {
  expect(solve({ salt: "5e1f00d&", challenge: CHALLENGES[1234], most: 1233 })).toBeUndefined();
});
