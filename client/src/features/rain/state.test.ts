import { describe, expect, test } from "vitest";
import type { RainEvent, RainRound } from "../../protocol/gen.ts";
import type { Packet } from "./api.ts";
import { clockText, countdownStep, leftOf, nextOpensIn, openPacket, phaseAt, roundAfter, totalOf } from "./state.ts";

const round = { id: "7", status: "falling", startsAtMs: 100_000, endsAtMs: 135_000 } as RainRound;
const packet = (id: string, opensAtMs: number, valueCents = 0): Packet => ({
  id,
  opensAtMs,
  claimed: valueCents > 0,
  valueCents,
  resultId: "",
});

describe("phases", () => {
  test.each([
    [94_999, "none"],
    [95_000, "countdown"],
    [99_999, "countdown"],
    [100_000, "falling"],
    [134_999, "falling"],
    [135_000, "over"],
  ] as const)("%d is %s", (now, phase) => expect(phaseAt(round, now)).toBe(phase));
  test("a void round, and one whose amounts are not fixed, are none", () => {
    expect(phaseAt({ ...round, status: "void" }, 110_000)).toBe("none");
    expect(phaseAt({ ...round, startsAtMs: 0 }, 110_000)).toBe("none");
    expect(phaseAt(null, 110_000)).toBe("none");
  });
  test("the countdown has five steps", () => {
    expect([95_000, 95_001, 96_000, 97_500, 99_999].map((t) => countdownStep(round, t))).toEqual([5, 5, 4, 3, 1]);
  });
});

test("an invitation tells what is left of countdown and fall", () => {
  expect(leftOf(round, 95_000)).toEqual({ seconds: 40, share: 1 });
  expect(leftOf(round, 115_000)).toEqual({ seconds: 20, share: 0.5 });
  expect(leftOf(round, 135_001)).toEqual({ seconds: 0, share: 0 });
  expect([clockText(24), clockText(75)]).toEqual(["0:24", "1:15"]);
});

describe("packets", () => {
  const list = [packet("0a", 100_000, 12), packet("1b", 103_625), packet("2c", 107_250)];
  test("a click takes the oldest that is open, whatever was missed", () => {
    expect(openPacket(list, 103_000, new Set())).toBeUndefined();
    expect(nextOpensIn(list, 103_000)).toBe(1);
    expect(openPacket(list, 130_000, new Set())?.id).toBe("1b");
    expect(openPacket(list, 130_000, new Set(["1b"]))?.id).toBe("2c");
    expect(nextOpensIn(list, 130_000)).toBeNull();
    expect(totalOf(list)).toBe(12);
  });
});

test("an event replaces the round that it is about", () => {
  const over = { ...round, status: "over" } as RainRound;
  const event = (name: string, body: unknown) => ({ name, body }) as unknown as RainEvent;
  expect(roundAfter(null, event("rainComing", round))).toBe(round);
  expect(roundAfter(round, event("rainOver", over))).toBe(over);
  expect(roundAfter(null, event("rainOver", over))).toBeNull(); // was not there
  expect(roundAfter(null, event("rainSnapshot", { round: null, last: over }))).toBeNull();
  expect(roundAfter(round, event("rainSnapshot", { round: null, last: over }))).toBe(over);
});
