import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import type { Reply } from "./api.ts";
import { Checkout } from "./checkout.tsx";

vi.mock("./api.ts", () => ({ payKeys: { state: (id: string) => ["pay", id] }, payState: () => new Promise(() => {}) }));

const reply: Reply = {
  id: "7",
  type: 5,
  name: "Checkout",
  state: "waiting",
  priceCents: 500,
  currency: "BRL",
  gemsCents: 500,
  bonusCents: 0,
  atMs: 0,
  endsMs: 0,
  endedMs: 0,
  action: "checkout",
  url: "",
  frame: "",
  text: "",
  qrImage: "",
  page: "",
};

function show(change: Partial<Reply>, inWindow = false) {
  render(
    <QueryClientProvider client={queryClient}>
      <Checkout first={{ ...reply, ...change }} inWindow={inWindow} onClose={() => {}} />
    </QueryClientProvider>,
  );
}

beforeEach(() => queryClient.clear());
afterEach(cleanup);

test("a provider's text stands in a frame that runs no script, has no origin and leads this page nowhere", () => {
  show({ frame: "/api/pay/checkout/p1.x" });
  const frame = screen.getByTitle<HTMLIFrameElement>("checkout.frame");
  expect(frame.getAttribute("src")).toBe("/api/pay/checkout/p1.x");
  expect(frame.getAttribute("srcdoc")).toBeNull();
  const allowed = (frame.getAttribute("sandbox") ?? "*").split(" ").sort();
  expect(allowed).toEqual(["allow-forms", "allow-popups", "allow-popups-to-escape-sandbox"]);
  expect(document.querySelector("script")).toBeNull();
});

test.each(["javascript:alert(1)", "data:text/html,x", "blob:http://localhost:3000/x", "http://evil.example/"])(
  "an order does not lead to %s",
  (url) => {
    show({ action: "open", url }, true);
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getByRole("alert", { hidden: true }).textContent).toBe("checkout.failed");
  },
);

test("a provider's page opens without a way back to this one", () => {
  show({ action: "open", url: "https://checkout.stripe.com/c/pay/1" }, true);
  const link = screen.getByRole("link", { hidden: true });
  expect(link.getAttribute("href")).toBe("https://checkout.stripe.com/c/pay/1");
  expect(link.getAttribute("rel")).toBe("noreferrer");
});

test("an action that is none of the three shows failure", () => {
  show({ action: "post" as Reply["action"], url: "/sandbox/pay/1" }, true);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByRole("alert", { hidden: true }).textContent).toBe("checkout.failed");
});
