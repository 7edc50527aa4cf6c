import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useOverlay } from "../state/overlay.ts";
import { keys, queryClient } from "../state/query.ts";
import { useSession } from "../state/session.ts";
import { setRailIcons } from "../state/settings-change.ts";
import { useWallet } from "../state/wallet.ts";
import { englishPlayer, fakeServer } from "../test-kit.tsx";
import { NAVIGATION } from "./navigation.ts";
import { SideBar } from "./side-bar.tsx";

const GROUPS = [{ name: "Chat", url: "https://chat.example/jadebox" }];

beforeEach(async () => {
  fakeServer({
    "/api/main/web/info": [{ soon: [], groups: GROUPS }],
    "/api/task/task/info": [{ flag: false, list: [] }],
    "/api/home/task/box": [
      [
        { id: 4, boxType: 4 },
        { id: 11, boxType: 1 },
      ],
    ],
  });
  await englishPlayer();
  useSession.setState({ token: "", user: null, dialog: null });
  useOverlay.setState({ open: null, unread: false, news: false });
  setRailIcons(false);
});
afterEach(() => vi.unstubAllGlobals());

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SideBar />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("its labels can be hidden, and this device remembers it", () => {
  draw();
  const toggle = screen.getByRole("button", { name: "Hide labels" });
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(toggle);
  expect(screen.getByRole("button", { name: "Show labels" }).getAttribute("aria-expanded")).toBe("false");
  expect(document.documentElement.classList.contains("icons")).toBe(true);
  expect(localStorage.getItem("railIcons")).toBe("1");
});

test("it leads to the top and to the backpack, and what is for players asks a visitor to log in", () => {
  const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  draw();
  fireEvent.click(screen.getByRole("button", { name: "Back to top" }));
  expect(scrolled.mock.calls).toEqual([[expect.objectContaining({ top: 0 })]]);
  expect(screen.getByRole("link", { name: "Backpack" }).getAttribute("href")).toBe("/user/case");
  fireEvent.click(screen.getByRole("button", { name: "Sign-in" }));
  expect(useSession.getState().dialog).toBe("login");
});

test("nothing in it repeats the header", () => {
  draw();
  const header: readonly string[] = NAVIGATION.map(({ to }) => to);
  const rail = screen.getAllByRole("link").map((link) => link.getAttribute("href") ?? "");
  expect(rail.length).toBeGreaterThan(4);
  expect(rail.filter((to) => header.includes(to))).toEqual([]);
});

test("what is held is a number, what is new a dot that is read aloud; the menu's button is told of the dot", () => {
  useWallet.setState({ bagCount: 140 });
  draw();
  expect(screen.getByRole("link", { name: "Backpack 99+" }).textContent).toContain("99+");
  expect(useOverlay.getState().news).toBe(false);
  act(() => useOverlay.setState({ unread: true }));
  expect(screen.getByRole("button", { name: "News (new notice)" })).toBeTruthy();
  expect(useOverlay.getState().news).toBe(true);
  act(() => useWallet.setState({ bagCount: 0 }));
  expect(screen.getByRole("link", { name: "Backpack" })).toBeTruthy();
});

test("the free box is the first that holds items", async () => {
  draw();
  expect(screen.getByRole("link", { name: "Free box" }).getAttribute("href")).toBe("/page/task");
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "Free box" }).getAttribute("href")).toBe("/freeSKins/11"),
  );
});

test("the groups are for Chinese alone", async () => {
  draw();
  await waitFor(() => expect(queryClient.getQueryData(keys.site("en"))).toMatchObject({ groups: GROUPS }));
  expect(screen.queryByRole("button", { name: "Groups" })).toBeNull();
  localStorage.setItem("language", "zh");
  await act(() => i18next.changeLanguage("zh"));
  fireEvent.click(await screen.findByRole("button", { name: i18next.t("rail.groups", { ns: "shell" }) }));
  expect(useOverlay.getState().open).toBe("groups");
});
