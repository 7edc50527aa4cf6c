import { act, render, screen } from "@testing-library/react";
import { type RouteObject, useLocation, useRoutes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import { PlaceRouter } from "../place-router.tsx";
import type { Places } from "../places.ts";
import { guardedPlaces } from "../protected.ts";
import { Component as Refresh } from "./refresh.tsx";

const Address = () => <output>{useLocation().pathname}</output>;
const ROUTES: RouteObject[] = [
  { path: "/refersh", Component: Refresh },
  { path: "*", element: <Address /> },
];
const Routes = () => useRoutes(ROUTES);

let places: Places | undefined;
afterEach(() => places?.close());

async function openAt(path: string): Promise<Places> {
  history.replaceState(null, "", path);
  const opened = guardedPlaces(ROUTES);
  places = opened;
  await act(async () =>
    render(
      <PlaceRouter places={opened}>
        <Routes />
      </PlaceRouter>,
    ),
  );
  return opened;
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
  await act(async () => opened.push("/refersh", null));
  expect(back).toHaveBeenCalledExactlyOnceWith(-1);
});
