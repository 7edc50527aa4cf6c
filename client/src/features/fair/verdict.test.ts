import { expect, test } from "vitest";
import type { Check } from "../../fairness/verification.ts";
import { outcomeOf } from "./verdict.tsx";

const check = (ok: boolean, skipped = false): Check => ({ name: "form", ok, skipped, detail: "" });

test("a check that could not be made is not a pass", () => {
  expect(outcomeOf({ ok: true, checks: [check(true), check(false, true)] })).toBe("partly");
  expect(outcomeOf({ ok: true, checks: [check(true)] })).toBe("ok");
});

test("one failed check spoils the result, and a report without checks proves nothing", () => {
  expect(outcomeOf({ ok: false, checks: [check(true), check(false)] })).toBe("bad");
  expect(outcomeOf({ ok: true, checks: [] })).toBe("bad");
});
