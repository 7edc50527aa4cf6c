import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
  expect(server.asked).toEqual([]); // the socket has told already
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
