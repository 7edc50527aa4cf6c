import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { errorCode } from "../../protocol/gen.ts";
import { englishPlayer, fakeServer, show } from "../../test-kit.tsx";
import { Toasts } from "../../ui/toasts.tsx";
import { RankingPage } from "./ranking-page.tsx";

const DAY = {
  yesterday: [],
  today: [],
  date: "2026-11-22",
  yesterdayDate: "2026-11-21",
  madeMs: 1,
  nextMs: 2,
  closesMs: 3,
  paid: true,
  awardsCents: [250],
  leastCents: 100,
  spentCents: 50_000,
  identity: true,
};

afterEach(() => vi.unstubAllGlobals());

const Page = () => (
  <>
    <RankingPage board="upgradeTop10" action={null} />
    <Toasts />
  </>
);

test("a ranking that is refused says why in passing, and can be asked for again", async () => {
  await englishPlayer("ranking");
  fakeServer({ "/api/newActivity/upgradeTop10": [{ errCode: errorCode.notFound }] });
  show("/", [{ path: "/", Component: Page }]);
  expect(await screen.findByText("refused")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("yesterday's date is in the words of the language", async () => {
  await englishPlayer("ranking");
  fakeServer({ "/api/newActivity/upgradeTop10": [DAY] });
  show("/", [{ path: "/", Component: Page }]);
  (await screen.findByRole("radio", { name: "Yesterday" })).click();
  expect(await screen.findByText("Nov 21, 2026: rewards are paid")).toBeTruthy();
});

const PLAYED = "A place is rewarded to whoever has spent 500.00 gems on play on that day.";

test("the rules say what a ranking asks", async () => {
  await englishPlayer("ranking");
  fakeServer({ "/api/newActivity/upgradeTop10": [DAY] });
  show("/", [{ path: "/", Component: Page }]);
  const all = `A result is ranked from a stake of 1.00 gems on. ${PLAYED} Rewards ask for a phone number or a recharge.`;
  expect(await screen.findByText(all)).toBeTruthy();
});

test("what a ranking does not ask is not said", async () => {
  await englishPlayer("ranking");
  fakeServer({ "/api/newActivity/upgradeTop10": [{ ...DAY, leastCents: 0, identity: false }] });
  show("/", [{ path: "/", Component: Page }]);
  expect(await screen.findByText(PLAYED)).toBeTruthy();
});
