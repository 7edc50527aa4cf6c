import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import type { PayWay } from "./api.ts";
import { Recharge } from "./recharge.tsx";

const { payOrder } = vi.hoisted(() => ({ payOrder: vi.fn(() => new Promise(() => {})) }));
const way = (type: number): PayWay => ({
  type,
  name: `way ${type}`,
  url: `/order/${type}`,
  rechargeConfig: [],
  goodsList: [],
  least: 1,
  most: 100,
});
const quote = { priceCents: 500, gemsCents: 500, bonusCents: 0, vipCents: 0 };

vi.mock("./api.ts", () => ({
  payKeys: { ways: ["ways"], rate: ["rate"], quote: (cents: number) => ["quote", cents] },
  payWays: () => new Promise(() => {}),
  payRate: () => new Promise(() => {}),
  payQuote: () => Promise.resolve(quote),
  payOrder,
}));

beforeEach(() => {
  queryClient.clear();
  payOrder.mockClear();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("an order goes by the way that is shown, address and type, when the chosen one is gone", async () => {
  queryClient.setQueryData(["ways"], [way(1), way(5)]);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Recharge />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText("way.5"));
  act(() => {
    queryClient.setQueryData(["ways"], [way(1), way(2)]);
  });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "5" } });
  const pay = await screen.findByText("recharge.pay");
  await waitFor(() => {
    fireEvent.click(pay);
    expect(payOrder).toHaveBeenCalled();
  });
  expect(payOrder).toHaveBeenCalledWith("/order/1", 1, quote, expect.any(String));
});
