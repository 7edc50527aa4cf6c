/** The calls of the VIP programme. Amounts are numbers with two decimals, as in all of the product's own fields. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { RollCard } from "../../protocol/gen.ts";
import { i64, list, type Shape, struct } from "../../protocol/shape.ts";

const number: Shape<number> = {
  fromTuple: (value) => number.fromJSON(value),
  fromJSON(value) {
    if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError("no number");
    return value;
  },
  toTuple: (value) => value,
};

/** Product spec §3 "VIP config". */
export interface VipLevel {
  readonly level: number;
  /** R$ to recharge in a calendar month. */
  readonly vipNum: number;
  /** Share of a recharge that comes on top. */
  readonly vipRate: number;
  /** Gems, once. */
  readonly vipAmount: number;
}
const VipLevel: Shape<VipLevel> = struct("VIPLevel", {
  level: i64,
  vipNum: number,
  vipRate: number,
  vipAmount: number,
});

/** Product spec §3 "User VIP". */
export interface UserVip {
  readonly vipLevel: number;
  readonly monthPayAmount: number;
  /** Highest level whose bonus was claimed. */
  readonly redPacketLevel: number;
  readonly lastMonthLevel: number;
  readonly vipExperience: number;
  readonly monthEndsMs: number;
}
const UserVip: Shape<UserVip> = struct("UserVIP", {
  vipLevel: i64,
  monthPayAmount: number,
  redPacketLevel: i64,
  lastMonthLevel: i64,
  vipExperience: number,
  monthEndsMs: i64,
});

const Claimed = struct("VIPClaimed", { redPacketLevel: i64, vipAmount: number });

export const configQuery = queryOptions({
  queryKey: ["vip", "config"],
  queryFn: ({ signal }) => api.get("/api/pay/selectVipConfig", list(VipLevel), { signal }),
});

export const userVipQuery = queryOptions({
  queryKey: ["mine", "vip"],
  queryFn: ({ signal }) => api.get("/api/pay/selectUserVip", UserVip, { signal }),
  staleTime: 0,
});

/** The open roll rooms that ask for a level, the lowest first. */
export const roomsQuery = queryOptions({
  queryKey: ["roll", "vip"],
  queryFn: async ({ signal }) => {
    const rooms = await api.get("/api/roll/room/home/list", list(RollCard), { signal });
    return rooms.filter(({ vipLevel }) => vipLevel > 0).sort((a, b) => a.vipLevel - b.vipLevel);
  },
});

export const claim = (level: number) => api.post("/api/pay/receiveVipAmount", { level }, Claimed);
