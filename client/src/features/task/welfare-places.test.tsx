import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import { englishPlayer, fakeServer } from "../../test-kit.tsx";
import { RechargeStep } from "./welfare-places.tsx";

const INFO = "/api/user/info";

beforeEach(async () => {
  await englishPlayer("task");
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("while somebody pays, the user is asked for every second; not before and not after", async () => {
  const server = fakeServer({ [INFO]: [{ errCode: 5001 }] });
  const times = () => server.asked.filter((path) => path === INFO).length;
  render(
    <QueryClientProvider client={queryClient}>
      <RechargeStep
        recharge={(onPaying) => (
          <>
            <button type="button" onClick={() => onPaying(true)}>
              pay
            </button>
            <button type="button" onClick={() => onPaying(false)}>
              leave
            </button>
          </>
        )}
      />
    </QueryClientProvider>,
  );
  await pass(5000);
  expect(times()).toBe(0);
  fireEvent.click(screen.getByText("pay"));
  await pass(100);
  expect(times()).toBe(1);
  await pass(5000);
  expect(times()).toBe(6);
  fireEvent.click(screen.getByText("leave"));
  await pass(5000);
  expect(times()).toBe(6);
});
