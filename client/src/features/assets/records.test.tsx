import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { englishPlayer, fakeServer, show } from "../../test-kit.tsx";
import { RechargeRecords } from "./records.tsx";

const order = (id: string, state: string) => ({
  id,
  type: 4,
  name: "sandbox",
  state,
  priceCents: 1000,
  currency: "BRL",
  gemsCents: 1000,
  bonusCents: 10,
  createdTime: "2026-01-01T00:00:00Z",
  atMs: 0,
  endsMs: 0,
  endedMs: 0,
});
const code = { action: "qr_code", text: "http://pay.example/7", qrImage: "/api/pay/creat/code/7" };

test("an order that waits shows its code again", async () => {
  const { asked } = fakeServer({
    "/api/pay/record": [{ records: [order("8", "paid"), order("7", "waiting")], total: 2, current: 1, debtCents: 0 }],
    "/api/pay/order/7": [{ ...order("7", "waiting"), ...code }],
  });
  await englishPlayer("assets", "account");
  show("/user/recharge/record", [{ path: "*", element: <RechargeRecords /> }]);
  const buttons = await screen.findAllByRole("button", { name: "Continue paying" });
  expect(buttons).toHaveLength(1); // the other is paid
  expect(asked).not.toContain("/api/pay/order/7");
  fireEvent.click(buttons[0] as HTMLElement);
  const image = await screen.findByRole("img", { name: "QR code of the payment", hidden: true });
  expect(image.getAttribute("src")).toBe(code.qrImage);
});
