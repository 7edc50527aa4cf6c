import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import { englishPlayer, fakeServer } from "../../test-kit.tsx";
import { Hero } from "./hero.tsx";

const WIDTH = 1000;
const banner = (id: string, weight: number) => ({
  id,
  weight,
  title: id,
  image: `/${id}.webp`,
  moveImage: `/${id}-m.webp`,
  link: `/page/${id}`,
});

beforeEach(async () => {
  await englishPlayer("home");
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(WIDTH);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Hero />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("banners stand by weight, rest 5 s and take 400 ms to the next", async () => {
  fakeServer({ "/api/home/sys/banner": [[banner("light", 1), banner("heavy", 9), banner("middle", 5)]] });
  vi.useFakeTimers();
  const { container } = draw();
  await act(() => vi.advanceTimersByTimeAsync(0));
  const names = () => [...container.querySelectorAll("article")].map((slide) => slide.getAttribute("aria-label"));
  expect(names()).toEqual(["heavy", "middle", "light"]);
  const first = container.querySelector("article");
  expect(first?.querySelector("img")?.getAttribute("src")).toBe("/heavy.webp");
  expect(first?.querySelector("source")?.getAttribute("srcset")).toBe("/heavy-m.webp");
  expect(first?.querySelector("a")?.getAttribute("href")).toBe("/page/heavy");

  const track = first?.parentElement as HTMLElement;
  await act(() => vi.advanceTimersByTimeAsync(4990));
  expect(track.scrollLeft).toBe(0);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(track.scrollLeft).toBeGreaterThan(0);
  expect(track.scrollLeft).toBeLessThan(WIDTH);
  await act(() => vi.advanceTimersByTimeAsync(260));
  expect(track.scrollLeft).toBe(WIDTH);
});

test("a list that cannot be had leaves the first banner, and one that is empty too", async () => {
  for (const answer of [{ errCode: 5000 }, []]) {
    queryClient.clear();
    fakeServer({ "/api/home/sys/banner": [answer] });
    const { unmount } = draw();
    await act(async () => undefined);
    expect(screen.getAllByRole("article").map((slide) => slide.getAttribute("aria-label"))).toEqual([
      "The Jade Banquet opening season",
    ]);
    unmount();
  }
});
