import { expect, test } from "vitest";
import type { LuckycardFlip } from "../../protocol/gen.ts";
import { ownFlip } from "./own-flip.ts";

const flip = (place: number, playerId: string): LuckycardFlip => ({
  place,
  card: 1,
  def: 1,
  valueCents: 5,
  priceCents: 7,
  playerId,
  name: "",
  avatar: "",
  bot: false,
  atMs: 0,
  resultId: "",
});

test("only the own flip of the card that was asked for", () => {
  const flips = [flip(3, "7"), flip(4, "8")];
  expect(ownFlip(flips, 3, "7")).toBe(flips[0]);
  expect(ownFlip(flips, 4, "7")).toBeUndefined(); // another was quicker
  expect(ownFlip(flips, 5, "7")).toBeUndefined();
  expect(ownFlip(flips, null, "7")).toBeUndefined();
  expect(ownFlip(flips, 3, undefined)).toBeUndefined();
});
