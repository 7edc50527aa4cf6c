/** The calls of buying gems and of paying R$ out. Every answer passes a Shape; money is integer cents. */
import { api } from "../../net/http.ts";
import { i64, list, oneOf, type Shape, str, struct } from "../../protocol/shape.ts";
import type { RecordQuery } from "../../state/records.ts";

/** Numbers of the product's own fields: gems with two decimals, ratios. */
const number: Shape<number> = {
  fromTuple: (value) => number.fromJSON(value),
  fromJSON(value) {
    if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError("no number");
    return value;
  },
  toTuple: (value) => value,
};

const Tier = struct("PayTier", { key: number, ratio: number, val: number });
const Good = struct("PayGood", { id: i64, goodsPrice: number, goodsImg: str, priceCents: i64, bonusCents: i64 });
const Way = struct("PayWay", {
  type: i64,
  name: str,
  url: str,
  rechargeConfig: list(Tier),
  goodsList: list(Good),
  least: number,
  most: number,
});
export type PayWay = ReturnType<typeof Way.fromJSON>;
export type PayTier = ReturnType<typeof Tier.fromJSON>;

const Rate = struct("PayRate", { rate: number, ratePpm: i64, currency: str });
const Quote = struct("Quote", { priceCents: i64, gemsCents: i64, bonusCents: i64, vipCents: i64 });
export type Quote = ReturnType<typeof Quote.fromJSON>;

const record = {
  id: str,
  type: i64,
  name: str,
  state: oneOf(["waiting", "paid", "failed", "expired", "reversed"]),
  priceCents: i64,
  currency: str,
  gemsCents: i64,
  bonusCents: i64,
  atMs: i64,
  endsMs: i64,
  endedMs: i64,
};
const Order = struct("PayRecord", record);
export type Order = ReturnType<typeof Order.fromJSON>;
const Orders = struct("PayPage", { records: list(Order), total: i64, current: i64, debtCents: i64 });

/** The server leaves out what a reply does not have. */
const optional: Shape<string> = {
  fromTuple: (value) => optional.fromJSON(value),
  fromJSON: (value, path) => (value === undefined ? "" : str.fromJSON(value, path)),
  toTuple: (value) => value,
};
const Reply = struct("PayReply", {
  ...record,
  action: str,
  url: optional,
  frame: optional,
  text: optional,
  qrImage: optional,
  page: optional,
});
export type Reply = ReturnType<typeof Reply.fromJSON>;

const Withdrawn = struct("Withdrawn", { id: str, amountCents: i64, otherBalanceCents: i64 });
const Withdrawal = struct("WithdrawRecord", {
  id: str,
  status: i64,
  step: oneOf(["review", "progress", "paid", "failed"]),
  amountCents: i64,
  pixKey: str,
  atMs: i64,
  changedMs: i64,
});
export type Withdrawal = ReturnType<typeof Withdrawal.fromJSON>;
const Withdrawals = struct("WithdrawPage", {
  records: list(Withdrawal),
  total: i64,
  current: i64,
  leastCents: i64,
  mostCents: i64,
});

export const payWays = () => api.get("/api/pay/way", list(Way));
export const payRate = () => api.get("/api/skins/rate", Rate);
export const payQuote = (gemsCents: number, signal?: AbortSignal) =>
  api.get("/api/pay/quote", Quote, { query: { gemsCents }, signal });
export const payOrder = (url: string, type: number, { priceCents, gemsCents, bonusCents }: Quote, key: string) =>
  api.post(url, { type, priceCents, gemsCents, bonusCents }, Reply, { key });
export const payState = (id: string) => api.get(`/api/pay/order/${encodeURIComponent(id)}`, Reply);
export const payRecords = ({ kind: state, ...query }: RecordQuery) =>
  api.get("/api/pay/record", Orders, { query: { ...query, state } });
export const withdraw = (amountCents: number, pixKey: string, key: string) =>
  api.post("/api/pay/withdraw", { amountCents, pixKey }, Withdrawn, { key });
export const withdrawRecords = (query: RecordQuery) =>
  api.get("/api/pay/withdraw/record", Withdrawals, { query: { ...query } });

/** The newest few, beside the form. */
export const latestWithdrawals = () =>
  api.get("/api/pay/withdraw/record", Withdrawals, { query: { current: 1, size: 5 } });

/** What belongs to a player begins with "mine" and goes when the session ends. */
export const payKeys = {
  ways: ["mine", "pay", "ways"],
  rate: ["pay", "rate"],
  quote: (gemsCents: number) => ["mine", "pay", "quote", gemsCents],
  state: (id: string) => ["mine", "pay", "order", id],
  withdrawals: ["mine", "pay", "withdrawals"],
} as const;
