import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LightKit, makeLightKit } from "./light-kit.ts";

/** Takes every call and every property, and answers each with itself. */
const paint: unknown = new Proxy(() => {}, { get: () => paint, set: () => true, apply: () => paint });

const kits: LightKit[] = [];
const makeKit = (): LightKit => {
  const kit = makeLightKit();
  kits.push(kit);
  return kit;
};
const pictureOf = ({ pixel }: LightKit): HTMLCanvasElement => pixel.source.resource;
const loseContent = (picture: HTMLCanvasElement) => picture.dispatchEvent(new Event("contextlost"));

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(paint as never);
});

afterEach(() => {
  for (const kit of kits.splice(0)) {
    loseContent(pictureOf(kit)); // the next test's page has painted nothing
    kit.destroy();
  }
});

test("stages share the one picture that their page has painted", () => {
  const first = pictureOf(makeKit());
  const canvases = vi.mocked(HTMLCanvasElement.prototype.getContext).mock.calls.length;
  expect(canvases).toBeGreaterThan(0);
  expect(pictureOf(makeKit())).toBe(first);
  expect(HTMLCanvasElement.prototype.getContext).toHaveBeenCalledTimes(canvases);
});

test("a picture that the browser has lost is painted anew for the next stage, and then shared as the first was", () => {
  const lost = pictureOf(makeKit());
  loseContent(lost);
  const anew = pictureOf(makeKit());
  expect(anew).not.toBe(lost);
  expect(vi.mocked(HTMLCanvasElement.prototype.getContext).mock.contexts).toContain(anew);
  loseContent(lost); // once more: it is nobody's
  expect(pictureOf(makeKit())).toBe(anew);
});
