import { expect, test } from "vitest";
import { IDLE, nextOpening, type OpeningState, totalCents, unsold } from "./opening.ts";

const result = (itemId: string, valueCents: number) => ({ resultId: `7-${itemId}`, itemId, def: 1, valueCents });
const answered = { type: "answered", results: [result("a", 150), result("b", 50)], stakeCents: 100 } as const;

test("results are not settled before the reel has shown them", () => {
  const spinning = nextOpening(nextOpening(IDLE, { type: "asked" }), answered);
  expect(spinning.phase).toBe("spinning");
  expect(nextOpening(spinning, { type: "shown" }).phase).toBe("settled");
});

test("a late word of an old reel settles nothing", () => {
  const waiting = nextOpening(IDLE, { type: "asked" });
  expect(nextOpening(waiting, { type: "shown" })).toBe(waiting);
});

test("a new run forgets the old one's results and sales", () => {
  const sold = nextOpening(nextOpening(IDLE, answered), { type: "sold", itemIds: ["a"] });
  const again = nextOpening(sold, { type: "asked" });
  expect(again.results).toEqual([]);
  expect(again.sold.size).toBe(0);
});

test("what is sold counts no more", () => {
  let state: OpeningState = nextOpening(IDLE, answered);
  expect(totalCents(unsold(state))).toBe(200);
  state = nextOpening(state, { type: "sold", itemIds: ["a"] });
  expect(unsold(state).map(({ itemId }) => itemId)).toEqual(["b"]);
  expect(totalCents(unsold(state))).toBe(50);
});

test("a refused opening leaves nothing behind", () => {
  expect(nextOpening(nextOpening(IDLE, { type: "asked" }), { type: "failed" })).toEqual(IDLE);
});

test("two clicks in one turn are one opening: its second answer spins nothing again, and its failure hides nothing", () => {
  const asked = nextOpening(nextOpening(IDLE, { type: "asked" }), { type: "asked" });
  const spinning = nextOpening(asked, answered);
  const again = { ...answered, results: answered.results.map((one) => ({ ...one })) };
  expect(nextOpening(spinning, again)).toBe(spinning);
  const settled = nextOpening(spinning, { type: "shown" });
  expect(nextOpening(settled, again)).toBe(settled);
  expect(nextOpening(settled, { type: "failed" })).toBe(settled);
  const failedFirst = nextOpening(nextOpening(asked, { type: "failed" }), answered);
  expect(failedFirst.phase).toBe("spinning");
});
