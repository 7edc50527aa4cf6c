import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { keys, queryClient } from "../state/query.ts";
import { useSession } from "../state/session.ts";
import { englishPlayer, fakeServer } from "../test-kit.tsx";
import { SideBar } from "./side-bar.tsx";

// Loading its code is no part of what is waited for.
beforeAll(() =>
  Promise.all([
    import("./groups-dialog.tsx"),
    import("../features/sign/side-buttons.tsx"),
    import("../features/backpack/quick-bag.tsx"),
  ]),
);

const GROUPS = [{ name: "Chat", url: "https://chat.example/jadebox" }];

beforeEach(async () => {
  fakeServer({
    "/api/main/web/info": [{ soon: [], groups: GROUPS }],
    "/api/task/task/info": [{ flag: false, list: [] }],
  });
  await englishPlayer();
  useSession.setState({ token: "", user: null, dialog: null });
});
afterEach(() => vi.unstubAllGlobals());

function draw(widthPx: number): void {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === `(min-width: ${Math.min(widthPx, 1440)}px)` }));
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SideBar />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each([
  [390, "false"],
  [1439, "false"],
  [1440, "true"],
  [1920, "true"],
])("at %i px it begins open: %s, and a button changes that", (widthPx, expanded) => {
  draw(widthPx);
  const toggle = screen.getAllByRole("button")[0] as HTMLElement;
  expect(toggle.getAttribute("aria-expanded")).toBe(expanded);
  expect(screen.queryAllByRole("link").length > 0).toBe(expanded === "true");
  fireEvent.click(toggle);
  expect(toggle.getAttribute("aria-expanded")).not.toBe(expanded);
  expect(screen.queryAllByRole("link").length > 0).toBe(expanded !== "true");
});

test("it leads to the top and to the backpack; a glance into that asks a visitor to log in", () => {
  const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  draw(1920);
  fireEvent.click(screen.getByRole("button", { name: "Back to top" }));
  expect(scrolled.mock.calls).toEqual([[expect.objectContaining({ top: 0 })]]);
  expect(screen.getByRole("link", { name: "Backpack" }).getAttribute("href")).toBe("/user/case");
  fireEvent.click(screen.getByRole("button", { name: i18next.t("quickBag", { ns: "shell" }) }));
  expect(useSession.getState().dialog).toBe("login");
});

test("the groups are for Chinese alone, each with its code", async () => {
  draw(1920);
  await waitFor(() => expect(queryClient.getQueryData(keys.site("en"))).toMatchObject({ groups: GROUPS }));
  expect(screen.queryByRole("button", { name: "Groups and media" })).toBeNull();
  localStorage.setItem("language", "zh");
  await act(() => i18next.changeLanguage("zh"));
  fireEvent.click(await screen.findByRole("button", { name: i18next.t("groups", { ns: "shell" }) }));
  const link = await screen.findByRole("link", { name: "Chat", hidden: true });
  expect(link.getAttribute("href")).toBe(GROUPS[0]?.url);
  expect(link.parentElement?.querySelector("svg path")).toBeTruthy();
});
