import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openOverlay, useOverlay } from "../../state/overlay.ts";
import { type User, useSession } from "../../state/session.ts";
import { Guide } from "./guide.tsx";

const posts: unknown[] = [];

// Loading its code is no part of what is waited for.
beforeAll(() => import("./guide-dialog.tsx"));

beforeEach(() => {
  posts.length = 0;
  useOverlay.setState({ open: null });
  useSession.setState({ user: null });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, request) => {
    posts.push([String(url), JSON.parse(String(request?.body))]);
    return Response.json({ code: 200, errCode: 0, data: null });
  });
});

const draw = () =>
  render(
    <MemoryRouter>
      <Guide />
    </MemoryRouter>,
  );
const at = (status: number) => act(() => useSession.setState({ user: { status } as User }));

test.each([0, 1, 4, 6])("at status %i nothing opens and nothing is said", (status) => {
  draw();
  at(status);
  expect(useOverlay.getState().open).toBeNull();
  expect(posts).toEqual([]);
});

test("status 5 opens it, and 6 is saved once", async () => {
  draw();
  at(5);
  expect(await screen.findByText("step.instructions.title")).toBeTruthy();
  await waitFor(() => expect(useSession.getState().user?.status).toBe(6));
  expect(posts).toEqual([["/api/user/update/status", { status: 6 }]]);
  expect(screen.getByText("step.instructions.title")).toBeTruthy(); // it stays until it is closed
});

test("leads to its five places, one of which is the notices", async () => {
  draw();
  act(() => openOverlay("guide"));
  const links = await screen.findAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/page/instrutions",
    "/page/caseBattle",
    "/page/upgradeHall",
    "/page/helpcenter/steamBind",
  ]);
  fireEvent.click(screen.getByRole("button", { name: /^step\.notice\.title/ }));
  expect(useOverlay.getState().open).toBe("notice");
});
