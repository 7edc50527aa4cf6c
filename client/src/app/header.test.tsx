import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { queryClient } from "../state/query.ts";
import { type User, useSession } from "../state/session.ts";
import { useWallet } from "../state/wallet.ts";
import { englishPlayer, fakeServer } from "../test-kit.tsx";
import { Header } from "./header.tsx";

const Address = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};

// Loading its code is no part of what is waited for.
beforeAll(() => Promise.all([import("./overlay-parts.tsx"), import("../features/sign/header-button.tsx")]));

beforeEach(async () => {
  fakeServer({ "/api/main/web/info": [{ soon: [], groups: [] }], "/api/battle/open": [0] });
  await englishPlayer();
  useSession.setState({
    token: "t",
    dialog: null,
    user: { id: "5", name: "Astra", avatar: "07", headPortraitBox: "koi", vipLevel: 3 } as User,
  });
  useWallet.setState({ gemsCents: 1248050, realCents: 725 });
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

test("a player sees both balances, his picture in its frame and his level, and each leads to its page", () => {
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
  expect(to).toEqual([
    ...["/case/all", "/page/caseBattle", "/page/upgradeHall", "/page/wish", "/page/roll", "/page/store?type=skin"],
    ...["/luckycard", "/page/replaceSkins", "/moonbox", "/newyear2025", "/user/account"],
  ]);
});
