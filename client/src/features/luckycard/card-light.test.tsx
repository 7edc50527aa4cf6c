import { render } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { StageHostProps } from "../../stage/stage-host.tsx";
import { TIERS } from "../../stage/tiers.ts";
import { CardLight } from "./card-light.tsx";
import type { ShownFlip } from "./use-flip.ts";

const stage = vi.hoisted(() => ({ draw: vi.fn(), play: vi.fn(), invalidate: vi.fn() }));
const scene = vi.hoisted(() => ({ show: vi.fn() }));
vi.mock("../../stage/stage-host.tsx", () => ({
  StageHost: ({ onStage }: StageHostProps) => {
    useEffect(() => onStage(stage as never, scene as never), [onStage]);
    return null;
  },
}));

const shown = { flip: { place: 1 }, tier: 3, beganMs: 0 } as ShownFlip;
const card = { left: 100, top: 200, width: 60, height: 80 };
const deck = { current: document.createElement("ul") };
deck.current.append(document.createElement("li"), document.createElement("li"));
const second = deck.current.children[1] as Element;
second.getBoundingClientRect = () => card as DOMRect;

beforeEach(() => vi.resetAllMocks());

const lightOf = (whole: boolean, over: boolean, rarity = "legendary") => (
  <CardLight shown={shown} over={over} rarity={rarity} deck={deck} whole={whole} />
);
const light = (whole: boolean, over: boolean) => render(lightOf(whole, over));
const lit = () => scene.show.mock.lastCall?.[0];

test("at rest a deck in view keeps its light, and a longer one is dark: its card may scroll away", () => {
  light(true, true);
  expect(lit()).toMatchObject({ tier: 3, x: 130, y: 240 });
  expect(stage.draw).toHaveBeenLastCalledWith(TIERS[3].lengthMs);
  light(false, true);
  expect(lit()).toBeNull();
  expect(stage.draw).toHaveBeenLastCalledWith(0);
});

test("a light that plays goes out when a long deck is scrolled, for good", () => {
  light(true, false);
  dispatchEvent(new Event("scroll"));
  expect(lit()).toMatchObject({ tier: 3 });
  light(false, false);
  expect(lit()).toMatchObject({ tier: 3 });
  dispatchEvent(new Event("scroll"));
  expect(lit()).toBeNull();
});

test("a light that was scrolled away stays out when its item becomes known after all", () => {
  const { rerender } = light(false, false);
  dispatchEvent(new Event("scroll"));
  rerender(lightOf(false, false, "rare"));
  expect(lit()).toBeNull();
  expect(stage.play).toHaveBeenCalledOnce();
});

test("the light follows its card when the window has another size", () => {
  light(true, true);
  vi.spyOn(second, "getBoundingClientRect").mockReturnValue({ ...card, left: 40 } as DOMRect);
  dispatchEvent(new Event("resize"));
  expect(lit()).toMatchObject({ x: 70 });
  expect(stage.invalidate).toHaveBeenCalled();
});
