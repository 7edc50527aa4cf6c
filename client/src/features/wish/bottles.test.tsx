import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WishSnapshot } from "../../protocol/gen.ts";
import { Bottles } from "./bottles.tsx";
import { useDrawing } from "./draw.ts";
import { DRAW_MS, REST_MS } from "./draw-time.ts";
import { bottle, room } from "./fixtures.ts";

const shown = () => screen.getAllByRole("button");
const at = (number: number) => {
  const button = shown()[number - 1];
  if (!button) throw new Error(`no bottle ${number}`);
  return button;
};

function show(snapshot: WishSnapshot, onToggle: ((number: number) => void) | null = () => undefined) {
  return render(<Bottles room={snapshot} me="1001" chosen={[5]} onToggle={onToggle} drawing={false} />);
}

test("a free bottle can be chosen; one that is taken says so and cannot", () => {
  const onToggle = vi.fn();
  show(room([bottle(2, "9"), bottle(3, "1001")]), onToggle);
  expect(shown().map((button) => button.getAttribute("data-state"))).toEqual([
    "free",
    "taken",
    "mine",
    "free",
    "chosen",
    "free",
    "free",
    "free",
    "free",
    "free",
  ]);
  fireEvent.click(at(2));
  fireEvent.click(at(3));
  expect(onToggle).not.toHaveBeenCalled();
  fireEvent.click(at(1));
  fireEvent.click(at(5));
  expect(onToggle.mock.calls).toEqual([[1], [5]]);
  expect(at(2).getAttribute("aria-disabled")).toBe("true");
  expect(at(2).hasAttribute("aria-pressed")).toBe(false);
  expect([at(1), at(5)].map((button) => button.getAttribute("aria-pressed"))).toEqual(["false", "true"]);
});

test("a room that is not open has nothing to choose", () => {
  show(room([], { status: "void" }), null);
  expect(shown()).not.toHaveLength(0);
  for (const button of shown()) {
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.hasAttribute("aria-pressed")).toBe(false);
  }
});

test("the bottles are one stop; keys go from one to the next and stay inside", () => {
  show(room());
  const stops = () => shown().flatMap((button, i) => (button.tabIndex === 0 ? [i + 1] : []));
  expect(stops()).toEqual([1]);
  at(1).focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  press("ArrowRight");
  expect(document.activeElement).toBe(at(2));
  expect(stops()).toEqual([2]);
  press("End");
  press("ArrowRight");
  expect(document.activeElement).toBe(at(10));
  press("Home");
  press("ArrowLeft");
  expect(document.activeElement).toBe(at(1));
  expect(press("Tab")).toBe(true); // not ours: the browser goes on
});

const NOW = 1_000_000;
const drawn = (drawnAtMs: number): WishSnapshot => {
  const all = Array.from({ length: 10 }, (_, i) => bottle(i + 1, String(i)));
  const won = { bottle: bottle(7, "6"), hash: "h", serverSeed: "s", key: "k", drawnAtMs, resultId: "wish-7" };
  return { ...room(all, { status: "drawn" }), drawn: won };
};

function Draw({ snapshot }: { snapshot: WishSnapshot }) {
  const drawing = useDrawing(snapshot);
  return <Bottles room={snapshot} me="1001" chosen={[]} onToggle={null} drawing={drawing} />;
}

const lit = () => [...document.querySelectorAll('[data-light="on"] button')].map((b) => b.getAttribute("data-number"));
const won = () => [...document.querySelectorAll('[data-state="won"]')].map((b) => b.getAttribute("data-number"));

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test("while the light runs nobody has won; it rests on the winner, who is then shown", () => {
  render(<Draw snapshot={drawn(NOW)} />);
  for (let ms = 0; ms < DRAW_MS - 500; ms += 500) {
    pass(500);
    expect(won()).toEqual([]);
    expect(lit()).toHaveLength(1);
  }
  pass(500 + REST_MS / 2);
  expect(lit()).toEqual(["7"]);
  expect(won()).toEqual([]);
  pass(REST_MS);
  expect(lit()).toEqual([]);
  expect(won()).toEqual(["7"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a page that comes when the draw is over sees its end and no light", () => {
  render(<Draw snapshot={drawn(NOW - DRAW_MS - REST_MS)} />);
  expect(won()).toEqual(["7"]);
  pass(1000);
  expect(lit()).toEqual([]);
});

test("calm players see the end at once", () => {
  vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  render(<Draw snapshot={drawn(NOW)} />);
  expect(won()).toEqual(["7"]);
  pass(1000);
  expect(lit()).toEqual([]);
});
