/** The calls of the VIP programme. Amounts are numbers with two decimals, as in all of the product's own fields. */

import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";

/** Product spec §3 "VIP config". */
export type VipLevel = Api["VIPLevel"];

/** Product spec §3 "User VIP". */
export type UserVip = Api["UserVIP"];

export const configQuery = queryOptions({
  queryKey: ["vip", "config"],
  queryFn: ({ signal }) => api.get("/api/pay/selectVipConfig", { signal }),
});

export const userVipQuery = queryOptions({
  queryKey: ["mine", "vip"],
  queryFn: ({ signal }) => api.get("/api/pay/selectUserVip", { signal }),
  staleTime: 0,
});

/** The open roll rooms that ask for a level, the lowest first. */
export const roomsQuery = queryOptions({
  queryKey: ["roll", "vip"],
  queryFn: async ({ signal }) => {
    const rooms = await api.get("/api/roll/room/home/list", { signal });
    return rooms.filter(({ vipLevel }) => vipLevel > 0).sort((a, b) => a.vipLevel - b.vipLevel);
  },
});

export const claim = (level: number) => api.post("/api/pay/receiveVipAmount", { level });
