import { act, screen as page, render } from "@testing-library/react";
import { createMemoryRouter, type DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CrashScreen } from "../app/crash-screen.tsx";
import { startTexts } from "../i18n/setup.ts";
import { CHUNK_TIMEOUT_MS, screen } from "./screen.ts";

const Far = () => <p>far screen</p>;
const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
type Load = () => Promise<typeof Far>;

vi.setConfig({ testTimeout: 30_000 });

let reload: ReturnType<typeof vi.fn>;
beforeEach(async () => {
  await startTexts("en");
  sessionStorage.clear();
  reload = vi.fn();
  vi.stubGlobal("location", { href: location.href, pathname: "/far", reload });
  vi.spyOn(console, "error").mockImplementation(() => undefined); // React logs every error that a boundary catches
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(load: Load): Promise<DataRouter> {
  const router = createMemoryRouter(
    [
      {
        ErrorBoundary: CrashScreen,
        children: [
          { path: "/far", lazy: screen(load) },
          { path: "/", element: <p>home</p> },
        ],
      },
    ],
    { initialEntries: ["/far"] },
  );
  await act(async () => render(<RouterProvider router={router} />));
  return router;
}

test("a chunk that fails once is there at the second try", async () => {
  const load = vi.fn<Load>().mockImplementationOnce(gone).mockResolvedValue(Far);
  await show(load);
  expect(await page.findByText("far screen")).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

test("a chunk that stays away reloads the same path once, and is an error after that", async () => {
  const load = vi.fn<Load>(gone);
  await show(load);
  expect(await page.findByRole("button", { name: "Reload" })).toBeDefined();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(2);

  document.body.replaceChildren(); // the page after the reload
  await show(load);
  expect(await page.findByRole("button", { name: "Reload" })).toBeDefined();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(4); // it is asked for twice and no more, however often the error is drawn
});

test("a screen that throws while it is drawn is not loaded anew", async () => {
  await show(async () => () => {
    throw new Error("broken");
  });
  expect(await page.findByRole("button", { name: "Reload" })).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
});

test("a visitor who leaves the place and enters it again has another chance", async () => {
  sessionStorage.setItem("reloaded", "/far");
  const load = vi.fn<Load>().mockImplementationOnce(gone).mockImplementationOnce(gone).mockResolvedValue(Far);
  const router = await show(load);
  expect(await page.findByRole("button", { name: "Reload" })).toBeDefined();
  await act(() => router.navigate("/"));
  expect(page.getByText("home")).toBeDefined();
  await act(() => router.navigate("/far"));
  expect(await page.findByText("far screen")).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
});

test("a chunk that does not answer is given up after 120 s and asked for again", async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<Load>()
    .mockImplementationOnce(() => new Promise(() => undefined))
    .mockResolvedValue(Far);
  const coming = screen(load)();
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(coming).resolves.toEqual({ Component: Far });
  expect(load).toHaveBeenCalledTimes(2);
});
