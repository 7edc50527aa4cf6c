import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { useOverlay } from "../state/overlay.ts";
import { queryClient } from "../state/query.ts";
import { type User, useSession } from "../state/session.ts";
import { useSettings } from "../state/settings.ts";
import { useWallet } from "../state/wallet.ts";
import { englishPlayer, fakeServer } from "../test-kit.tsx";
import { Header } from "./header.tsx";

const Address = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};

// Loading its code is no part of what is waited for.
beforeAll(() => import("./overlay-parts.tsx"));

beforeEach(async () => {
  fakeServer({
    "/api/main/web/info": [{ soon: [], groups: [] }],
    "/api/battle/open": [0],
    "/api/task/task/info": [{ flag: false, list: [] }],
  });
  await englishPlayer();
  useSession.setState({
    token: "t",
    dialog: null,
    user: { id: "5", name: "Astra", avatar: "07", headPortraitBox: "koi", vipLevel: 3 } as User,
  });
  useWallet.setState({ gemsCents: 1248050, realCents: 725 });
  useOverlay.setState({ open: null, unread: false, news: false });
});

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/page/drop"]}>
        <Header />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("a player sees both balances, the picture in its frame and the level, and each leads to its page", () => {
  const { container } = draw();
  expect(screen.getByText("12,480.50")).toBeTruthy();
  const ways = [
    [/R\$.*7\.25/, "/page/assets?openType=withdraw"],
    [/Astra/, "/user/account"],
    [/VIP 3/, "/user/vip"],
  ] as const;
  for (const [name, to] of ways) {
    fireEvent.click(screen.getByRole("link", { name, hidden: true }));
    expect(screen.getByRole("status").textContent).toBe(to);
  }
  expect(container.querySelector("img[data-frame=koi]")?.getAttribute("src")).toBe("/art/avatars/07.svg");
  expect(screen.queryByRole("button", { name: "Log in / Register" })).toBeNull();
});

test("a visitor sees the button that opens the login, and nothing of a player", () => {
  useSession.setState({ token: "", user: null });
  draw();
  fireEvent.click(screen.getByRole("button", { name: "Log in / Register" }));
  expect(useSession.getState().dialog).toBe("login");
  expect(screen.queryByText("12,480.50")).toBeNull();
});

test("it is compact after more than 50 px", () => {
  draw();
  const header = screen.getByRole("banner");
  const scrolledTo = (y: number) => {
    act(() => {
      Object.defineProperty(window, "scrollY", { value: y, configurable: true });
      dispatchEvent(new Event("scroll"));
    });
    return header.className.includes("compact");
  };
  expect([0, 50, 51, 400, 50].map(scrolledTo)).toEqual([false, false, true, true, false]);
});

test("every entry of the navigation leads to its page, those without room in the menu", async () => {
  draw();
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  const menu = await screen.findByRole("dialog");
  const to = [...menu.querySelectorAll("nav a")].map((link) => link.getAttribute("href"));
  expect(to.slice(0, 11)).toEqual([
    ...["/case/all", "/page/caseBattle", "/page/upgradeHall", "/page/wish", "/page/roll", "/page/store?type=skin"],
    ...["/luckycard", "/page/replaceSkins", "/moonbox", "/newyear2025", "/user/account"],
  ]);
});

test("the menu begins with R$, the VIP level and the sound, and has the shortcuts of the rail", async () => {
  draw();
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  const menu = within(await screen.findByRole("dialog"));
  expect(menu.getByRole("link", { name: /R\$.*7\.25/ }).getAttribute("href")).toBe("/page/assets?openType=withdraw");
  expect(menu.getByRole("link", { name: "VIP 3" }).getAttribute("href")).toBe("/user/vip");
  fireEvent.click(menu.getByRole("button", { name: "Turn sound off" }));
  expect(menu.getByRole("button", { name: "Turn sound on" })).toBeTruthy();
  const shortcuts = within(menu.getByRole("region", { name: "Shortcuts" }));
  expect(shortcuts.getByRole("link", { name: "Tasks" }).getAttribute("href")).toBe("/page/task");
  fireEvent.click(shortcuts.getByRole("button", { name: "News" }));
  expect(useOverlay.getState().open).toBe("notice");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the menu has the volume: at its lower end it is mute, and away from there it sounds again", async () => {
  draw();
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  const menu = within(await screen.findByRole("dialog"));
  const slider = menu.getByRole<HTMLInputElement>("slider", { name: /^Volume/ });
  const move = (to: number) => fireEvent.change(slider, { target: { value: String(to) } });
  move(0);
  expect(useSettings.getState().muted).toBe(true);
  move(10);
  expect(useSettings.getState().muted).toBe(false);
  expect(localStorage.getItem("volume")).toBe("0.5");
  expect(menu.getByRole("slider", { name: "Volume 50 %" })).toBeTruthy();
  move(20);
});

test("the menu's button says that there is something new", () => {
  useOverlay.setState({ news: true });
  draw();
  expect(screen.getByRole("button", { name: "Menu (something new)" })).toBeTruthy();
});
