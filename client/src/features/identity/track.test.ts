import { expect, it } from "vitest";
import { Track } from "./track.ts";

it("counts from the first touch, in whole pixels and milliseconds", () => {
  const track = new Track();
  track.add(0, 1000.4);
  track.add(10.6, 1016.2);
  expect(track.points).toEqual([
    { x: 0, t: 0 },
    { x: 11, t: 16 },
  ]);
});

it("keeps the end of a way that is too long", () => {
  const track = new Track();
  for (let i = 0; i < 900; i++) track.add(i / 4, i);
  expect(track.points).toHaveLength(500);
  expect(track.points.at(-1)).toEqual({ x: 225, t: 899 });
});
