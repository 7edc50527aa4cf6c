/** The calls of buying gems and of paying R$ out. Money is integer cents. */

import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { RecordQuery } from "../../state/records.ts";
export type PayWay = Api["PayWay"];
export type PayTier = Api["PayTier"];
export type Quote = Api["PaymentQuote"];
export type Order = Omit<Api["PayRecord"], "createdTime">;
export type Reply = Omit<Api["PayReply"], "createdTime">;
export type Withdrawal = Api["WithdrawRecord"];

export const payWays = () => api.get("/api/pay/way");
export const payRate = () => api.get("/api/skins/rate");
export const payQuote = (gemsCents: number, signal?: AbortSignal) =>
  api.get("/api/pay/quote", { query: { gemsCents }, signal });
const ORDER = "/api/pay/order";

/** A way to pay names the address of its orders; there is one. */
function orderPath(url: string): typeof ORDER {
  if (url !== ORDER) throw new TypeError("pay: no address");
  return url;
}
export const payOrder = (url: string, type: number, { priceCents, gemsCents, bonusCents }: Quote, key: string) =>
  api.post(orderPath(url), { type, priceCents, gemsCents, bonusCents }, { key });
export const payState = (id: string) => api.get("/api/pay/order/{id}", { path: { id } });
export const payRecords = ({ kind: state, ...query }: RecordQuery) =>
  api.get("/api/pay/record", { query: { ...query, state: state as "paid" | undefined } });
export const withdraw = (amountCents: number, pixKey: string, key: string) =>
  api.post("/api/pay/withdraw", { amountCents, pixKey }, { key });
export const withdrawRecords = (query: RecordQuery) => api.get("/api/pay/withdraw/record", { query: { ...query } });

/** The newest few, beside the form. */
export const latestWithdrawals = () => api.get("/api/pay/withdraw/record", { query: { current: 1, size: 5 } });

/** What belongs to a player begins with "mine" and goes when the session ends. */
export const payKeys = {
  ways: ["mine", "pay", "ways"],
  rate: ["pay", "rate"],
  quote: (gemsCents: number) => ["mine", "pay", "quote", gemsCents],
  state: (id: string) => ["mine", "pay", "order", id],
  withdrawals: ["mine", "pay", "withdrawals"],
} as const;
