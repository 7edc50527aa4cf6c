import { expect, test } from "vitest";
import { summary } from "./fixtures.ts";
import { withSummary } from "./lobby-state.ts";

const rooms = [summary({ id: "1", taken: 2 }), summary({ id: "2", taken: 5 })];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test("a room is brought up to date in its place", () => {
  const next = withSummary(rooms, summary({ id: "1", taken: 3 }));
  expect(ids(next)).toEqual(["1", "2"]);
  expect(next[0]?.taken).toBe(3);
  expect(next[1]).toBe(rooms[1]);
});

test("a new room comes last, one that is over goes", () => {
  expect(ids(withSummary(rooms, summary({ id: "3" })))).toEqual(["1", "2", "3"]);
  expect(ids(withSummary(rooms, summary({ id: "1", status: "drawn" })))).toEqual(["2"]);
  expect(ids(withSummary(rooms, summary({ id: "2", status: "void", taken: 0 })))).toEqual(["1"]);
  expect(withSummary(rooms, summary({ id: "9", status: "drawn" }))).toBe(rooms);
});

test("old news changes nothing", () => {
  expect(withSummary(rooms, summary({ id: "2", taken: 4 }))).toBe(rooms);
  const locked = withSummary(rooms, summary({ id: "2", status: "locked", taken: 10 }));
  expect(withSummary(locked, summary({ id: "2", taken: 9 }))).toBe(locked);
});
