import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LightKit, makeLightKit } from "./light-kit.ts";

/** Counts what is filled; takes every other call and every property, and answers each with itself. */
const fill = vi.fn();
const isContextLost = vi.fn(() => false);
const paint: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === "fill" ? fill : name === "isContextLost" ? isContextLost : paint),
  set: () => true,
  apply: () => paint,
});

const kits: LightKit[] = [];
const makeKit = (): LightKit => {
  const kit = makeLightKit();
  kits.push(kit);
  return kit;
};
const pictureOf = ({ pixel }: LightKit): HTMLCanvasElement => pixel.source.resource;

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(paint as never);
});

afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy();
});

test("stages share the one picture that their page has painted", () => {
  const first = pictureOf(makeKit());
  const canvases = vi.mocked(HTMLCanvasElement.prototype.getContext).mock.calls.length;
  expect(canvases).toBeGreaterThan(0);
  expect(pictureOf(makeKit())).toBe(first);
  expect(HTMLCanvasElement.prototype.getContext).toHaveBeenCalledTimes(canvases);
});

test("a picture that the browser has lost is painted again in its place, for open stages and those to come", () => {
  const closed = makeKit();
  const open = makeKit();
  const picture = pictureOf(open);
  const updates = [closed, open].map((kit) => vi.spyOn(kit.pixel.source, "update"));
  kits.splice(kits.indexOf(closed), 1);
  closed.destroy();
  for (let times = 1; times <= 2; times++) {
    fill.mockClear();
    picture.dispatchEvent(new Event("contextrestored"));
    expect(fill).toHaveBeenCalled();
    expect(updates.map((update) => update.mock.calls.length)).toEqual([0, times]);
  }
  expect(pictureOf(makeKit())).toBe(picture);
});

test("a stage that opens while the picture is lost has one of its own, and shares it then", () => {
  const lost = pictureOf(makeKit());
  isContextLost.mockReturnValueOnce(true);
  const anew = pictureOf(makeKit());
  expect(anew).not.toBe(lost);
  expect(pictureOf(makeKit())).toBe(anew);
});
