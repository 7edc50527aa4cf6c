import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import { Toasts } from "../ui/toasts.tsx";
import { MainNav } from "./main-nav.tsx";

const Address = () => <output>{useLocation().pathname}</output>;

function show(soon: readonly string[], battle: number): void {
  const answers: Readonly<Record<string, unknown>> = {
    "/api/main/web/info": { soon, groups: [] },
    "/api/battle/open": battle,
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url) =>
    Response.json({ code: 200, errCode: 0, data: answers[String(url)] }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <MainNav />
        <Address />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("everything that is released leads there", async () => {
  show([], 0);
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  expect(screen.queryAllByRole("button")).toEqual([]);
  fireEvent.click(screen.getByRole("link", { name: "nav.battle" }));
  expect(screen.getByText("/page/caseBattle")).toBeTruthy();
});

test("what is not released says so and leads nowhere", async () => {
  show(["mall", "wish"], 0);
  fireEvent.click(await screen.findByRole("button", { name: "nav.mall" }));
  expect(screen.getByText("soon")).toBeTruthy();
  expect(screen.getByText("/")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "nav.wish" })).toBeNull();
  expect(screen.getByRole("link", { name: "nav.upgrade" })).toBeTruthy();
});

test("battles are hidden while they are closed", async () => {
  show([], 1);
  await waitFor(() => expect(screen.queryByText("nav.battle")).toBeNull());
  expect(screen.getByText("nav.open")).toBeTruthy();
});
