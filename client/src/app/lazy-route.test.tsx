import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { MemoryRouter, Route, Routes, useNavigate } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTexts } from "../i18n/setup.ts";
import { CrashBoundary } from "./crash-screen.tsx";
import { CHUNK_TIMEOUT_MS, type LazyScreen, lazyRoute } from "./lazy-route.ts";

const Far = () => <p>far screen</p>;
const chunk = { Component: Far };
const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

vi.setConfig({ testTimeout: 30_000 });

let reload: ReturnType<typeof vi.fn>;
beforeEach(async () => {
  await startTexts("en");
  sessionStorage.clear();
  reload = vi.fn();
  vi.stubGlobal("location", { href: location.href, pathname: "/far", reload });
  vi.spyOn(console, "error").mockImplementation(() => undefined); // React tells of every error that a boundary catches
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let go: ReturnType<typeof useNavigate>;
function Page({ Screen, place }: { Screen: LazyScreen; place: string }) {
  go = useNavigate();
  return (
    <CrashBoundary place={place}>
      <Suspense fallback={<p>waiting</p>}>
        <Routes>
          <Route path="/far" element={<Screen />} />
          <Route path="/" element={<p>home</p>} />
        </Routes>
      </Suspense>
    </CrashBoundary>
  );
}

async function show(Screen: LazyScreen) {
  const page = (place: string) => (
    <MemoryRouter initialEntries={["/far"]}>
      <Page Screen={Screen} place={place} />
    </MemoryRouter>
  );
  const { rerender } = await act(async () => render(page("1")));
  return (place: string) => act(async () => rerender(page(place)));
}

test("a chunk that fails once is there at the second try", async () => {
  const load = vi.fn<() => Promise<typeof chunk>>().mockImplementationOnce(gone).mockResolvedValue(chunk);
  await show(lazyRoute(load));
  expect(await screen.findByText("far screen")).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

test("a chunk that stays away reloads the same path once, and is an error after that", async () => {
  const load = vi.fn(gone);
  await show(lazyRoute(load));
  expect(await screen.findByRole("button", { name: "Reload" })).toBeDefined();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(2);

  // The page after the reload, whose other screens come.
  document.body.replaceChildren();
  await lazyRoute(async () => chunk).fetch("1");
  await show(lazyRoute(load));
  expect(await screen.findByRole("button", { name: "Reload" })).toBeDefined();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(4); // it is asked for twice and no more, however often the error is drawn
});

test("who leaves the place and enters it again has another chance", async () => {
  sessionStorage.setItem("reloaded", "/far");
  const load = vi
    .fn<() => Promise<typeof chunk>>()
    .mockImplementationOnce(gone)
    .mockImplementationOnce(gone)
    .mockResolvedValue(chunk);
  const move = await show(lazyRoute(load));
  expect(await screen.findByRole("button", { name: "Reload" })).toBeDefined();
  await act(async () => void go("/"));
  await move("2");
  expect(screen.getByText("home")).toBeDefined();
  await act(async () => void go("/far"));
  await move("3");
  expect(await screen.findByText("far screen")).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
});

test("what is fetched ahead and fails disturbs nobody", async () => {
  await expect(lazyRoute(vi.fn(gone)).fetch()).rejects.toThrow("Failed to fetch");
  expect(reload).not.toHaveBeenCalled();
});

test("a chunk that does not answer is given up after 120 s and asked for again", async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<typeof chunk>>()
    .mockImplementationOnce(() => new Promise(() => undefined))
    .mockResolvedValue(chunk);
  const coming = lazyRoute(load).fetch();
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(coming).resolves.toBe(chunk);
  expect(load).toHaveBeenCalledTimes(2);
});
