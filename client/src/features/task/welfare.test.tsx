import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../i18n/setup.ts";
import { closeOverlay, openOverlay, useOverlay } from "../../state/overlay.ts";
import { queryClient } from "../../state/query.ts";
import { type User, useSession } from "../../state/session.ts";
import { setWelfareQuiet } from "../../state/welfare.ts";
import { Toasts } from "../../ui/toasts.tsx";
import { Welfare } from "./welfare.tsx";
import { WelfareDialog } from "./welfare-dialog.tsx";

const HOUR_MS = 3_600_000;
const gift = (id: number) => ({ id, name: `Box ${id}`, image: "/b.webp" });
const room = (isOff: number) => ({ isOff, status: "open", roll: { id: "7", name: "Happy Hour", image: "/r.webp" } });
const gifts = (change: object = {}) => ({
  welfareTaskBox: [gift(21)],
  rechargeTaskBox: [gift(22)],
  rollList: [room(0)],
  opened: false,
  recharged: false,
  gifted: false,
  rolled: false,
  endsAtMs: Date.now() + HOUR_MS,
  sysTime: Date.now(),
  ...change,
});
const player = (change: Partial<User> = {}) =>
  ({ id: "5", status: 0, recharge: false, createTime: Date.now() - 23 * HOUR_MS, ...change }) as User;

let answer: object;
let saved: unknown[];
let asked: string[];

// Loading its code is no part of what is waited for.
beforeAll(() => import("./welfare-chip.tsx"));

beforeEach(async () => {
  saved = [];
  asked = [];
  answer = { data: gifts() };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push(url);
    if (init.method === "POST") saved.push(JSON.parse(String(init.body)));
    const data = url.startsWith("/api/task/register/welfare") ? answer : { data: null };
    return Response.json({ code: 200, errCode: 0, errMsg: "", msg: "", sysTime: Date.now(), ...data });
  });
  localStorage.setItem("language", "en");
  sessionStorage.clear();
  await startLanguage();
  await i18next.changeLanguage("en");
  await i18next.loadNamespaces(["task", "errors", "ui", "shell"]);
  queryClient.clear();
  setWelfareQuiet(false);
  useOverlay.setState({ open: null });
  useSession.setState({ token: "t", dialog: null, user: player() });
});
afterEach(cleanup);

const slots = { reel: () => null, recharge: () => <p>the checkout</p> };
const visit = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Welfare Dialog={(props) => <WelfareDialog {...props} {...slots} />} />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const isOpen = () => useOverlay.getState().open === "welfare";
const step = () => document.querySelector("[aria-current=step]")?.textContent;

test("it opens by itself at the first step, and once closed it stays a chip", async () => {
  visit();
  await waitFor(() => expect(isOpen()).toBe(true));
  await waitFor(() => expect(step()).toContain("Free box"));
  await waitFor(() => expect(saved).toEqual([{ status: 1 }]));
  act(closeOverlay);
  const chip = await screen.findByRole("button", { name: /^New-player welfare \d\d:\d\d:\d\d$/ });
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(isOpen()).toBe(false);
  fireEvent.click(chip);
  expect(isOpen()).toBe(true);
});

test("it waits until nothing else is open", async () => {
  openOverlay("guide");
  visit();
  await waitFor(() => expect(saved).toEqual([{ status: 1 }]));
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(useOverlay.getState().open).toBe("guide");
  act(closeOverlay);
  await waitFor(() => expect(isOpen()).toBe(true));
});

test("asked to be quiet it asks for nothing, and opens when it is called", async () => {
  setWelfareQuiet(true);
  visit();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(asked).toEqual([]);
  act(() => openOverlay("welfare"));
  await waitFor(() => expect(step()).toContain("Free box"));
});

test("a player who has recharged jumps from step 2 to step 3", async () => {
  answer = { data: gifts({ opened: true }) };
  useSession.setState({ user: player({ status: 2 }) });
  visit();
  await waitFor(() => expect(step()).toContain("First recharge"));
  expect(screen.getByText("the checkout")).toBeDefined();
  expect(saved).toEqual([]);
  act(() => useSession.setState({ user: player({ status: 2, recharge: true }) }));
  await waitFor(() => expect(step()).toContain("Recharge box"));
  expect(saved).toEqual([{ status: 3 }]);
});

test("steps that were taken elsewhere are saved one after another", async () => {
  answer = { data: gifts({ opened: true, recharged: true, gifted: true, rolled: true }) };
  visit();
  await waitFor(() => expect(useSession.getState().user?.status).toBe(5));
  expect(saved).toEqual([1, 2, 3, 4, 5].map((status) => ({ status })));
});

test("a roll that is being listed says so and leads nowhere", async () => {
  answer = { data: gifts({ rollList: [room(1)] }) };
  useSession.setState({ user: player({ status: 4 }) });
  visit();
  await screen.findByText(/\d\d:\d\d:\d\d/);
  expect(isOpen()).toBe(false); // the player may be in the roll room already
  act(() => openOverlay("welfare"));
  fireEvent.click(await screen.findByRole("button", { name: /^Go to the roll room/, hidden: true }));
  expect(await screen.findByText("The welfare roll is being listed, please try again later")).toBeDefined();
  expect(isOpen()).toBe(true);
});

test("at the end of the day it closes and says so", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  visit();
  await waitFor(() => expect(isOpen()).toBe(true));
  const end = timers.mock.calls.find(([, ms = 0]) => ms > HOUR_MS / 2 && ms <= HOUR_MS)?.[0];
  timers.mockRestore();
  act(() => (end as () => void)());
  expect(await screen.findByText("The welcome for new players is over")).toBeDefined();
  expect(isOpen()).toBe(false);
  expect(screen.queryByRole("button", { name: /^New-player welfare/ })).toBeNull();
});

test("an account that is a day old, and a site without boxes, have none", async () => {
  useSession.setState({ user: player({ createTime: Date.now() - 24 * HOUR_MS }) });
  const first = visit();
  expect(asked).toEqual([]);
  first.unmount();
  answer = { data: gifts({ welfareTaskBox: [] }) };
  useSession.setState({ user: player() });
  visit();
  await waitFor(() => expect(asked).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isOpen()).toBe(false);
  expect(saved).toEqual([]);
});
