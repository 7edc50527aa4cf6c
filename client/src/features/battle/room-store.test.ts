import { expect, it } from "vitest";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { problemOf } from "../../state/room-store.ts";
import { PROBLEMS } from "./room-store.ts";

it.each([
  ["gone", errorCode.battleGone],
  ["gone", errorCode.notFound],
  ["gone", errorCode.badRequest], // an address like /page/battle/abc
  ["gone", errorCode.topic],
  ["private", errorCode.battleCode],
  ["load", errorCode.busy],
  ["load", errorCode.rateLimited],
  ["load", errorCode.tokenInvalid],
  ["load", 0], // no answer
] as const)("is %s after %i", (problem, code) => {
  expect(problemOf(PROBLEMS, new ApiError(code, ""))).toBe(problem);
});

it("lets the player try again after an answer that cannot be read", () => {
  expect(problemOf(PROBLEMS, new TypeError("shape"))).toBe("load");
});
