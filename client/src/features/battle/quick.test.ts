import { expect, it } from "vitest";
import type { BattleSummary, Seat } from "../../protocol/gen.ts";
import { isQuick, quickOf } from "./quick.ts";

const seat = (playerId: string): Seat => ({
  seat: 0,
  playerId,
  name: playerId,
  avatar: "",
  vip: 0,
  frame: "",
  bot: false,
  userSeed: "",
});

const room = (id: string, change: Partial<BattleSummary> = {}): BattleSummary => ({
  id,
  mode: "normal",
  status: "waiting",
  seatCount: 2,
  seats: [seat("host")],
  boxes: [1],
  entryCents: 400,
  round: 0,
  private: false,
  atMs: 1,
  ...change,
});

const BOXES = [
  { id: 7, priceCents: 900 },
  { id: 1, priceCents: 200 },
  { id: 9, priceCents: 0 },
];

it("takes the free seat of the one who waits longest, where that costs no more than a battle of one's own", () => {
  const open = [
    room("dear", { entryCents: 601, atMs: 0 }),
    room("full", { seats: [seat("host"), { ...seat("other"), seat: 1 }], atMs: 0 }),
    room("private", { private: true, atMs: 0 }),
    room("running", { status: "running", atMs: 0 }),
    room("own", { seats: [seat("me")], atMs: 0 }),
    room("later", { atMs: 3 }),
    room("sooner", { atMs: 2 }),
    room("of four", { seatCount: 4, atMs: 1 }),
  ];
  expect(quickOf(open, BOXES, 10_000, "me")).toMatchObject({ join: { id: "sooner" }, entryCents: 400 });
});

it("begins one of three rounds of the cheapest box where nobody waits, and of fewer where the balance is small", () => {
  expect(quickOf([], BOXES, 10_000, "me")).toEqual({ boxes: [1, 1, 1], entryCents: 600 });
  expect(quickOf([], BOXES, 450, "me")).toEqual({ boxes: [1, 1], entryCents: 400 });
  expect(quickOf([], BOXES, 0, undefined)).toEqual({ boxes: [1], entryCents: 200 });
});

it("offers nothing while no box with a price is known", () => {
  expect(quickOf([], [], 10_000, "me")).toBeNull();
  expect(quickOf([], BOXES.slice(2), 10_000, "me")).toBeNull();
});

it("knows a room that was begun this way by the router's state", () => {
  expect([{ quick: true }, {}, null, undefined, "quick"].map(isQuick)).toEqual([true, false, false, false, false]);
});
