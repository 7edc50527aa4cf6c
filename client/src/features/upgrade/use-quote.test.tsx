import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { errorCode } from "../../protocol/gen.ts";
import { useProblem } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { englishPlayer, fakeServer } from "../../test-kit.tsx";
import { type Choice, EMPTY } from "./choice.ts";
import { useQuote } from "./use-quote.ts";

const on = (gemsCents: number, ...ids: string[]): Choice => ({
  ...EMPTY,
  gemsCents,
  items: ids.map((id) => ({ id, def: 1, valueCents: 500 })),
});
const quoted = (stakeCents: number) => ({ stakeCents, itemsCents: 500, targets: [] });

const hook = (choice: Choice) =>
  renderHook(useQuote, {
    initialProps: choice,
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });

beforeEach(async () => {
  await englishPlayer();
  useProblem.setState({ problem: null });
});

test("a quote holds for what it was asked for: with another stake it is the last one only", async () => {
  fakeServer({ "/api/upgrade/quote": [quoted(500), quoted(600)] });
  const { result, rerender } = hook(on(0, "7"));
  expect(result.current.quote).toBeUndefined();
  await waitFor(() => expect(result.current.quote?.stakeCents).toBe(500));
  rerender(on(100, "7"));
  expect(result.current.quote).toBeUndefined();
  expect(result.current.last?.stakeCents).toBe(500);
  await waitFor(() => expect(result.current.quote?.stakeCents).toBe(600));
});

test("a slider on its way asks once, an empty table not at all", async () => {
  const server = fakeServer({ "/api/upgrade/quote": [quoted(700)] });
  const { result, rerender } = hook(EMPTY);
  for (const gems of [100, 200]) rerender(on(gems, "7"));
  await waitFor(() => expect(result.current.quote?.stakeCents).toBe(700));
  expect(server.asked).toEqual(["/api/upgrade/quote"]);
  rerender(EMPTY);
  expect(result.current).toEqual({ quote: undefined, last: undefined });
});

test("a refusal is told", async () => {
  fakeServer({ "/api/upgrade/quote": [{ errCode: errorCode.funds }] });
  hook(on(0, "7"));
  await waitFor(() => expect(useProblem.getState().problem?.code).toBe(errorCode.funds));
});
