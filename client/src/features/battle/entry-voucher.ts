/** The vouchers that may pay an entry, up to their worth: chosen where one creates a battle and where one joins. */

import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import { useLoggedIn } from "../../state/session.ts";

export type HeldVoucher = Pick<Api["VoucherRecord"], "id" | "rewardTypeEnum" | "state" | "worthCents" | "expiresAtMs">;

/** The player's vouchers that can pay an entry, the one that expires first before the others. */
const entryVouchersQuery = queryOptions({
  queryKey: ["mine", "cards", "entry"],
  queryFn: async ({ signal }) => {
    const query = { current: 1, size: 50, state: "held" } as const;
    const { records } = await api.get("/api/user/cards", { query, signal });
    return records
      .filter((voucher) => voucher.rewardTypeEnum === "armyCompetitionCard" && voucher.state === "held")
      .sort((a, b) => a.expiresAtMs - b.expiresAtMs);
  },
  staleTime: 0,
});

const NONE: readonly HeldVoucher[] = [];

export function useEntryVouchers(): readonly HeldVoucher[] {
  const loggedIn = useLoggedIn();
  return useQuery({ ...entryVouchersQuery, enabled: loggedIn }).data ?? NONE;
}

/** What is left to pay beside the chosen voucher. A voucher that is gone by now pays nothing. */
export function besideVoucher(vouchers: readonly HeldVoucher[], chosen: string, entryCents: number): number {
  const voucher = vouchers.find(({ id }) => id === chosen);
  return Math.max(entryCents - (voucher?.worthCents ?? 0), 0);
}
