import { act, fireEvent, render, screen } from "@testing-library/react";
import { Link, type RouteObject, ScrollRestoration } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openRouter } from "./router.ts";

const links = import.meta.glob<string>(["../features/help/help-page.tsx", "../features/account/user-layout.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const ROUTES: RouteObject[] = [
  {
    path: "*",
    element: (
      <>
        <Link to="/page/wish">on</Link>
        <Link to="/user/case" preventScrollReset>
          beside
        </Link>
        <ScrollRestoration />
      </>
    ),
  },
];

let end: () => void;
const scrolled = vi.fn<(x: number, y: number) => void>();

beforeEach(async () => {
  scrolled.mockReset();
  vi.stubGlobal("scrollTo", scrolled);
  sessionStorage.clear();
  history.replaceState(null, "", "/page/drop");
  const opened = openRouter(ROUTES);
  end = opened.end;
  await act(async () => render(<RouterProvider router={opened.router} />));
  scrolled.mockReset();
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

test("a new page begins at the top", async () => {
  await act(async () => fireEvent.click(screen.getByText("on")));
  expect(location.pathname).toBe("/page/wish");
  expect(scrolled.mock.calls).toEqual([[0, 0]]);
});

test("a link that says so leaves the page where it is", async () => {
  await act(async () => fireEvent.click(screen.getByText("beside")));
  expect(location.pathname).toBe("/user/case");
  expect(scrolled).not.toHaveBeenCalled();
});

test.each(Object.entries(links))("the menu of %s says so", (_, source) => {
  expect(source).toContain("preventScrollReset");
});

test("a visitor who comes back is at the same place", async () => {
  Object.defineProperty(window, "scrollY", { value: 640, configurable: true });
  dispatchEvent(new Event("scroll"));
  const back = history.state;
  await act(async () => fireEvent.click(screen.getByText("on")));
  scrolled.mockReset();
  await act(async () => {
    history.replaceState(back, "", "/page/drop"); // what the browser does before its event
    dispatchEvent(new PopStateEvent("popstate"));
  });
  expect(scrolled.mock.calls).toEqual([[0, 640]]);
});
