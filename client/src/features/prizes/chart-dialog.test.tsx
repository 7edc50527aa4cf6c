import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import { englishPlayer, fakeServer } from "../../test-kit.tsx";
import { ChartDialog } from "./chart-dialog.tsx";

beforeEach(() => englishPlayer("prizes"));
afterEach(() => vi.unstubAllGlobals());

const points = (count: number) =>
  screen.findByRole("img", { name: `The last ${count} numbers between 0 and 1`, hidden: true });

test("10, 20 or 30 points, 30 unless chosen", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({ rate: i / 40, userKey: `seed${i}`, atMs: i }));
  fakeServer({ "/api/activity/trend/chart": [rows] });
  render(
    <QueryClientProvider client={queryClient}>
      <ChartDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const chart = await points(30);
  expect(chart.querySelectorAll("circle")).toHaveLength(30);
  expect([...chart.querySelectorAll("text")].map((mark) => mark.textContent)).toEqual(["0", "0.5", "1"]);
  expect(chart.querySelectorAll("line[data-middle]")).toHaveLength(1);
  for (const count of [10, 20, 30]) {
    fireEvent.click(screen.getByRole("radio", { name: String(count), hidden: true }));
    expect((await points(count)).querySelectorAll("circle")).toHaveLength(count);
  }
  expect(screen.getByText("seed0")).toBeTruthy();
});
