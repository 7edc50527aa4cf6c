import { act, render, screen } from "@testing-library/react";
import { type DataRouter, matchRoutes, type RouteObject, replace } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLogin, signOut, useSession } from "../state/session.ts";
import { playersOnly, RouteGuard } from "./guard.tsx";
import { openRouter, whenReady } from "./router.ts";

let drawn: string[] = [];

/** Says that it was drawn: what a visitor must never see must not even begin. */
function Screen({ name }: { name: string }) {
  drawn.push(name);
  return <p>{name}</p>;
}

const ROUTES: RouteObject[] = [
  {
    element: <RouteGuard matchesOf={(pathname) => matchRoutes(ROUTES, pathname)} />,
    children: [
      { path: "/", element: <Screen name="home" /> },
      { path: "/case/:type", element: <Screen name="boxes" /> },
      {
        loader: playersOnly,
        handle: { needsPlayer: true },
        children: [{ path: "/user/case", element: <Screen name="backpack" /> }],
      },
      { path: "*", loader: () => replace("/") },
    ],
  },
];

beforeEach(() => {
  useSession.setState({ token: "", user: null, dialog: null });
  drawn = [];
});

let end: (() => void) | undefined;
afterEach(() => end?.());

async function start(at: string): Promise<DataRouter> {
  history.replaceState(null, "", at);
  const opened = openRouter(ROUTES);
  end = opened.end;
  await whenReady(opened.router);
  await act(async () => render(<RouterProvider router={opened.router} />));
  return opened.router;
}

const address = () => location.pathname + location.search;

test("a visitor who opens a protected address lands on home, with the login dialog", async () => {
  await start("/user/case");
  expect(address()).toBe("/");
  expect(useSession.getState().dialog).toBe("login");
  expect(drawn).not.toContain("backpack");
});

test("a visitor who follows a protected link stays on the page, and it is not even drawn again", async () => {
  const router = await start("/case/hash?sort=new");
  const before = drawn.length;
  await act(async () => router.navigate("/user/case"));
  expect(address()).toBe("/case/hash?sort=new");
  expect(useSession.getState().dialog).toBe("login");
  expect(drawn).toHaveLength(before);
});

/** What a login does. */
const logIn = () => act(async () => useSession.setState({ token: "t", dialog: null }));

test("a visitor who opened a protected address is there with all that was in it once logged in", async () => {
  await start("/user/case?page=2");
  await logIn();
  expect(address()).toBe("/user/case?page=2");
  expect(screen.getByText("backpack")).toBeDefined();
});

test("a player whose session ended on a deep link is there again once logged in", async () => {
  useSession.setState({ token: "stale" });
  await start("/user/case?page=2");
  await act(() => signOut());
  expect(address()).toBe("/");
  await act(async () => openLogin());
  await logIn();
  expect(address()).toBe("/user/case?page=2");
});

test("the part of a page that a deep link names is kept", async () => {
  await start("/user/case?page=2#row7");
  await logIn();
  expect(address() + location.hash).toBe("/user/case?page=2#row7");
});

test("a visitor who went elsewhere with the dialog open stays there", async () => {
  const router = await start("/case/hash");
  await act(async () => router.navigate("/user/case"));
  await act(async () => router.navigate("/case/csgo"));
  await logIn();
  expect(address()).toBe("/case/csgo");
});

test("a visitor who followed a protected link gets there by logging in, and not after having closed the dialog", async () => {
  const router = await start("/case/hash");
  await act(async () => router.navigate("/user/case"));
  await logIn();
  expect(address()).toBe("/user/case");

  await act(() => signOut());
  expect(address()).toBe("/case/hash");
  await act(async () => router.navigate("/user/case"));
  await act(async () => useSession.setState({ dialog: null }));
  await logIn();
  expect(address()).toBe("/case/hash");
});

test("a visitor who goes back to a protected page stays away from it", async () => {
  useSession.setState({ token: "t" });
  const router = await start("/user/case");
  await act(async () => router.navigate("/case/hash"));
  await act(() => signOut());
  drawn = [];
  await act(async () => {
    history.replaceState(null, "", "/user/case"); // what the browser does before its event
    dispatchEvent(new PopStateEvent("popstate"));
  });
  expect(address()).toBe("/case/hash");
  expect(useSession.getState().dialog).toBe("login");
  expect(drawn).not.toContain("backpack");
});

test("a player gets in, and is led out when the session ends", async () => {
  useSession.setState({ token: "t" });
  const router = await start("/case/csgo");
  await act(async () => router.navigate("/user/case"));
  expect(screen.getByText("backpack")).toBeDefined();
  expect(useSession.getState().dialog).toBeNull();
  await act(() => signOut());
  expect(address()).toBe("/case/csgo");
  expect(screen.getByText("boxes")).toBeDefined();
});

test("an unknown address leads home without a word", async () => {
  await start("/no/such/page");
  expect(address()).toBe("/");
  expect(screen.getByText("home")).toBeDefined();
  expect(useSession.getState().dialog).toBeNull();
});
