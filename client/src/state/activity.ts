/**
 * What a player's vouchers have in force: a discount on boxes and the history chart, each until a time of the server's
 * clock.
 */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../net/http.ts";
import { useLoggedIn } from "./session.ts";

export const activityTimeQuery = queryOptions({
  queryKey: ["mine", "activity", "time"],
  // The end is sent as the time that is left, so that a device whose clock is wrong counts down rightly.
  queryFn: async ({ signal }) => {
    const { discount, endsAtMs, chartEndsAtMs, sysTime } = await api.get("/api/activity/time", {
      signal,
    });
    const ahead = Date.now() - sysTime;
    return {
      discount,
      endsAtMs: endsAtMs > 0 ? endsAtMs + ahead : 0,
      chartEndsAtMs: chartEndsAtMs > 0 ? chartEndsAtMs + ahead : 0,
    };
  },
});

export interface Discount {
  readonly percent: number;
  readonly endsAtMs: number;
}

/** The discount in force, if there is one. */
export function useDiscount(): Discount | null {
  const loggedIn = useLoggedIn();
  const { data } = useQuery({ ...activityTimeQuery, enabled: loggedIn });
  if (!data || data.discount === 0 || data.endsAtMs <= Date.now()) return null;
  return { percent: data.discount, endsAtMs: data.endsAtMs };
}
