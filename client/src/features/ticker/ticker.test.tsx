import { act, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCatalog } from "../../state/catalog.ts";
import { englishPlayer, fakeServer } from "../../test-kit.tsx";
import { EMPTY_FEED, useFeed } from "./feed.ts";
import { keepFresh } from "./refresh.ts";
import { Ticker } from "./ticker.tsx";

vi.mock("../../state/live.ts", () => ({ follow: () => () => undefined, whenIdle: () => undefined }));

const counters = { online: 5321, total: 10007, demo: false };
const EVERY_MS = 180_000;

beforeEach(async () => {
  await englishPlayer("ticker");
  useFeed.setState({ ...EMPTY_FEED, counters });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("its two panels and its two counters have the specification's names", async () => {
  localStorage.setItem("language", "pt");
  await i18next.changeLanguage("pt");
  render(
    <MemoryRouter>
      <Ticker />
    </MemoryRouter>,
  );
  expect(screen.getByRole("list", { name: "Drops Sortudos" })).toBeTruthy();
  expect(screen.getByRole("list", { name: "Drops em Tempo Real" })).toBeTruthy();
  expect(screen.getByText("5.321").parentElement?.textContent).toContain(i18next.t("online", { ns: "ticker" }));
  expect(screen.getByText("10.007").parentElement?.textContent).toContain(i18next.t("total", { ns: "ticker" }));
});

test("it is asked for again every 180 s, until it is gone", async () => {
  vi.useFakeTimers();
  const server = fakeServer({
    "/api/home/web/info": [{ boxLuckyVOList: [], boxNewList: [], basicsDataVO: { ...counters, online: 9 } }],
  });
  const end = keepFresh();
  await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
  expect(server.asked).toEqual([]); // the socket has sent it already
  await vi.advanceTimersByTimeAsync(1);
  expect(server.asked).toEqual(["/api/home/web/info"]);
  expect(useFeed.getState().counters?.online).toBe(9);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(server.asked).toHaveLength(2);
  end();
  await vi.advanceTimersByTimeAsync(2 * EVERY_MS);
  expect(server.asked).toHaveLength(2);
});

test("home data that cannot be had leaves the lists as they are", async () => {
  vi.useFakeTimers();
  const server = fakeServer({ "/api/home/web/info": [{ errCode: 5000 }] });
  const before = useFeed.getState();
  const end = keepFresh();
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  end();
  expect(server.asked).toEqual(["/api/home/web/info"]);
  expect(useFeed.getState()).toEqual(before);
});

test("what the page finds stands still, and a drop that comes later moves in", async () => {
  const words = { zh: "玉", en: "Jade", pt: "Jade", ru: "Нефрит", vi: "Ngọc" };
  const item = {
    id: 1,
    brand: words,
    name: words,
    rarity: "rare",
    category: "gem",
    priceCents: 100,
    image: "/i",
    thumb: "",
  };
  useCatalog.setState({ items: new Map([[1, item]]), status: "ready" });
  const drop = (id: string) => ({
    ...{ id, playerName: `Astra ${id}`, avatar: "/a", def: 1, boxId: 1, battleId: "", valueCents: 100, oddsPpm: 1000 },
    ...{ source: 1, lucky: false, bot: false, atMs: Number(id) },
  });
  useFeed.setState({ live: [drop("1")] });
  render(
    <MemoryRouter>
      <Ticker />
    </MemoryRouter>,
  );
  await act(async () => useFeed.setState({ live: [drop("2"), drop("1")] }));
  const cards = [...screen.getByRole("list", { name: "Live drops" }).children] as HTMLElement[];
  const seen = cards.map((card) => [card.textContent?.includes("Astra 2"), card.dataset.arrives !== undefined]);
  expect(seen).toEqual([
    [true, true],
    [false, false],
  ]);
});

test("its links and its button are one tab stop, and arrows, Home and End go through them", async () => {
  const words = { zh: "玉", en: "Jade", pt: "Jade", ru: "Нефрит", vi: "Ngọc" };
  const item = { brand: words, name: words, rarity: "rare", category: "gem", priceCents: 100, image: "/i", thumb: "" };
  useCatalog.setState({ items: new Map([[1, { id: 1, ...item }]]), status: "ready" });
  const drop = (id: string) => ({
    ...{ id, playerName: id, avatar: "/a", def: 1, boxId: 1, battleId: "", valueCents: 100, oddsPpm: 1000 },
    ...{ source: 1, lucky: false, bot: false, atMs: Number(id) },
  });
  useFeed.setState({ live: [drop("1"), drop("2"), drop("3")] });
  const { container } = render(
    <MemoryRouter>
      <Ticker />
    </MemoryRouter>,
  );
  const all = [...container.querySelectorAll<HTMLElement>("a, button")];
  const stops = () => all.filter((element) => element.tabIndex === 0);
  expect(all).toHaveLength(5);
  expect(stops()).toEqual([all[0]]);
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  act(() => all[0]?.focus());
  press("ArrowRight");
  press("ArrowRight");
  expect(document.activeElement).toBe(all[2]);
  expect(stops()).toEqual([all[2]]);
  press("End");
  expect(document.activeElement).toBe(all[4]);
  press("ArrowRight");
  expect(document.activeElement).toBe(all[0]);
  press("ArrowLeft");
  press("Home");
  expect(document.activeElement).toBe(all[0]);
  await act(async () => useFeed.setState({ live: [drop("4"), drop("1"), drop("2"), drop("3")] }));
  const now = [...container.querySelectorAll<HTMLElement>("a, button")];
  expect(now).toHaveLength(6);
  expect(now.filter((element) => element.tabIndex === 0)).toEqual([all[0]]);
});
