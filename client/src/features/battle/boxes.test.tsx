import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../net/http.ts";
import { queryClient } from "../../state/query.ts";
import { useBoxDetails } from "./boxes.ts";

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const within = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

// What is another value with each render makes React render again to be sure of it, until it gives up (error 185).
test("while the odds of one more box are on their way what was there stays one value", async () => {
  vi.spyOn(api, "get").mockReturnValue(new Promise(() => undefined)); // no answer comes
  const none: readonly number[] = [];
  const one = [1];
  const { result, rerender } = renderHook(({ ids }) => useBoxDetails(ids), {
    initialProps: { ids: none },
    wrapper: within,
  });
  await act(() => new Promise((done) => setTimeout(done, 20)));
  rerender({ ids: one });
  const before = result.current;
  for (let i = 0; i < 3; i++) rerender({ ids: one });
  expect(result.current).toBe(before);
});
