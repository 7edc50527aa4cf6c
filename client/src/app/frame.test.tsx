import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { HELP_KEYS } from "../routes/paths.ts";
import { useOverlay } from "../state/overlay.ts";
import { englishPlayer, show } from "../test-kit.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { Footer } from "./footer.tsx";

beforeEach(() => englishPlayer());

test("the breadcrumb begins with a home icon, and every crumb but the last is a link", () => {
  const crumbs = [
    { title: "upgradeHall", to: "/page/upgradeHall" },
    { title: "UpgradeRank", to: "/upgrade/rank" },
  ];
  show("/", [{ path: "/", Component: Breadcrumb, handle: { crumbs } }]);
  const [home, upgrade, rank] = screen.getAllByRole("listitem");
  expect(home?.querySelector("a[href='/'] svg")).toBeTruthy();
  expect(upgrade?.querySelector("a")?.getAttribute("href")).toBe("/page/upgradeHall");
  expect(rank?.querySelector("a")).toBeNull();
  expect(rank?.querySelector("[aria-current=page]")?.textContent).toBe("Upgrade ranking");
});

test("the footer warns, leads to every page of the help centre with its title, and opens the guide", () => {
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  );
  expect(screen.getByRole("img", { name: /18/ }).textContent).toBe("18+");
  const links = screen.getAllByRole("link").map((link) => new URL((link as HTMLAnchorElement).href));
  for (const key of HELP_KEYS) {
    const link = links.find(({ pathname }) => pathname === `/page/helpcenter/${key}`);
    expect(link?.searchParams.get("title"), key).toBeTruthy();
  }
  fireEvent.click(screen.getByRole("button", { name: "Game guide" }));
  expect(useOverlay.getState().open).toBe("guide");
});
