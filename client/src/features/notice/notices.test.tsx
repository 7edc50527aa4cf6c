import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeOverlay, openOverlay, useOverlay } from "../../state/overlay.ts";
import { Notices } from "./notices.tsx";
import { noticeQuiet } from "./read.ts";

let server = { version: 1, state: 1 };
let client: QueryClient;

const tabs = () =>
  ["roll", "taskbox", "activity", "website"].map((type) => ({
    type,
    isChacked: type === "activity",
    secondLevel:
      type === "activity"
        ? [
            { id: "2", title: "Last", text: "quiet", link: "", state: 2, isChacked: false, fromMs: 2 },
            {
              id: "1",
              title: "Loud",
              text: "one\ntwo",
              link: "/upgrade/rank",
              state: server.state,
              isChacked: true,
              fromMs: 1,
            },
          ]
        : [],
  }));

// Loading its code is no part of what is waited for.
beforeAll(() => import("./notice-dialog.tsx"));

beforeEach(() => {
  server = { version: 1, state: 1 };
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  sessionStorage.clear();
  useOverlay.setState({ open: null, unread: false });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url) =>
    Response.json({ code: 200, errCode: 0, data: String(url).endsWith("is/new") ? server.version : tabs() }),
  );
});

function visit(path = "/") {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Notices />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const asked = (what: string) => vi.mocked(fetch).mock.calls.filter(([url]) => String(url) === what).length;
const poll = async () => {
  await act(() => client.refetchQueries({ queryKey: ["notices", "version"] }));
};

test("state 1 shows itself at home, at its own page, and once a visit", async () => {
  const first = visit();
  expect(await screen.findByRole("heading", { name: "Loud", hidden: true })).toBeTruthy();
  expect(screen.getAllByRole("tab", { selected: true, hidden: true }).map((tab) => tab.textContent)).toEqual([
    "tab.activity",
    "Loud",
  ]);
  expect(screen.getByText("two")).toBeTruthy();
  act(closeOverlay);
  first.unmount();
  visit();
  await act(poll);
  expect(useOverlay.getState()).toMatchObject({ open: null, unread: false });
});

test("state 2 does not, but a dot says that there is something", async () => {
  server.state = 2;
  visit();
  await waitFor(() => expect(useOverlay.getState().unread).toBe(true));
  await waitFor(() => expect(asked("/api/home/notice")).toBe(1));
  expect(useOverlay.getState().open).toBeNull();
  act(() => openOverlay("notice"));
  await waitFor(() => expect(useOverlay.getState().unread).toBe(false));
  act(closeOverlay);
  server.version = 2; // another was put up
  await poll();
  await waitFor(() => expect(useOverlay.getState().unread).toBe(true));
});

test("nothing shows itself on a day for which quiet was asked", async () => {
  noticeQuiet.set(true);
  visit();
  await waitFor(() => expect(useOverlay.getState().unread).toBe(true));
  await poll();
  expect(asked("/api/home/notice")).toBe(0);
  expect(useOverlay.getState().open).toBeNull();
});

test("nor anywhere but at home, nor over another dialog", async () => {
  const elsewhere = visit("/page/assets");
  await waitFor(() => expect(useOverlay.getState().unread).toBe(true));
  expect(asked("/api/home/notice")).toBe(0);
  elsewhere.unmount();
  const dialog = document.createElement("dialog");
  dialog.setAttribute("open", "");
  document.body.append(dialog);
  visit();
  await waitFor(() => expect(asked("/api/home/notice")).toBe(1));
  expect(useOverlay.getState().open).toBeNull();
  dialog.remove();
});

test("a house that says nothing has no dot", async () => {
  server.version = 0;
  visit();
  await poll();
  expect(useOverlay.getState()).toMatchObject({ open: null, unread: false });
  expect(asked("/api/home/notice")).toBe(0);
});
