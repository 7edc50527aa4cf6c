import { act, render, screen } from "@testing-library/react";
import { type DataRouter, type RouteObject, useLocation } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import { openRouter } from "../router.ts";
import { Refresh } from "./refresh.tsx";

const Address = () => <output>{useLocation().pathname}</output>;
const ROUTES: RouteObject[] = [
  { path: "/refersh", Component: Refresh },
  { path: "*", element: <Address /> },
];

let end: (() => void) | undefined;
afterEach(() => end?.());

async function openAt(path: string): Promise<DataRouter> {
  history.replaceState(null, "", path);
  const opened = openRouter(ROUTES);
  end = opened.end;
  await act(async () => render(<RouterProvider router={opened.router} />));
  return opened.router;
}

test("opened by itself it leads home and asks for everything anew", async () => {
  const asked = vi.spyOn(queryClient, "invalidateQueries");
  await openAt("/refersh");
  expect(screen.getByRole("status").textContent).toBe("/");
  expect(asked).toHaveBeenCalledOnce();
});

test("from another page it leads back there", async () => {
  const opened = await openAt("/page/drop");
  const back = vi.spyOn(history, "go");
  await act(async () => opened.navigate("/refersh"));
  expect(back).toHaveBeenCalledExactlyOnceWith(-1);
});
