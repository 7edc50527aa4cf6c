import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, replace } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test } from "vitest";
import { signOut, useSession } from "../state/session.ts";
import { guardPlaces, requirePlayer } from "./protected.ts";

beforeEach(() => useSession.setState({ token: "", user: null, dialog: null }));

async function start(at: string) {
  const router = createMemoryRouter(
    [
      { path: "/", element: <p>home</p> },
      { path: "/case/:type", element: <p>boxes</p> },
      { path: "/user/case", loader: requirePlayer, element: <p>backpack</p> },
      { path: "*", loader: () => replace("/") },
    ],
    { initialEntries: [at] },
  );
  guardPlaces(router);
  render(<RouterProvider router={router} />);
  await screen.findByText(/./);
  return router;
}

test("a visitor who opens a protected address lands on home, with the login dialog", async () => {
  const router = await start("/user/case");
  expect(router.state.location.pathname).toBe("/");
  expect(useSession.getState().dialog).toBe("login");
  expect(screen.queryByText("backpack")).toBeNull();
});

test("a visitor who follows a protected link stays on the page he was on", async () => {
  const router = await start("/case/hash?sort=new");
  await act(() => router.navigate("/user/case"));
  expect(router.state.location.pathname + router.state.location.search).toBe("/case/hash?sort=new");
  expect(useSession.getState().dialog).toBe("login");
});

test("a player gets in, and is led out when the session ends", async () => {
  useSession.setState({ token: "t" });
  const router = await start("/case/csgo");
  await act(() => router.navigate("/user/case"));
  expect(screen.getByText("backpack")).toBeDefined();
  expect(useSession.getState().dialog).toBeNull();
  await act(() => signOut());
  expect(router.state.location.pathname).toBe("/case/csgo");
});

test("an unknown address leads home without a word", async () => {
  const router = await start("/no/such/page");
  expect(router.state.location.pathname).toBe("/");
  expect(useSession.getState().dialog).toBeNull();
});
