import { beforeAll, expect, test } from "vitest";
import { ApiError } from "../net/http.ts";
import { englishPlayer } from "../test-kit.tsx";
import { errorText } from "./problem.ts";

beforeAll(() => englishPlayer());

test("a player who is suspended hears until when, and of which class the reason is", () => {
  const suspended = (data: unknown) => errorText(new ApiError(5907, "closed", data));
  const now = Date.UTC(2030, 0, 2, 12);
  expect(suspended({ field: "untilMs", reason: "rules", now })).toMatch(
    /^closed \(until Jan 02, 2030.*a rule was broken\)$/,
  );
  const untold = [null, {}, { now }, { reason: "rules" }, { reason: "whim", now }, { reason: "rules", now: "soon" }];
  for (const data of untold) expect(suspended(data)).toBe("closed");
});
