/**
 * The daily sign-in and the weekly benefit as the shell sees them: which dialog is open, and whether anything waits.
 */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import { api } from "../net/http.ts";
import { requireLogin, useLoggedIn } from "./session.ts";

export type SignDialog = "board" | "week";

export const useSign = create<{ readonly dialog: SignDialog | null }>(() => ({ dialog: null }));

/** Product spec §6: both open the login dialog for a visitor. */
export const openSign = (dialog: SignDialog): void => {
  if (requireLogin()) useSign.setState({ dialog });
};
export const closeSign = (): void => useSign.setState({ dialog: null });

/** Whatever a claim changes begins with this key. */
export const SIGN_KEY = ["mine", "sign"] as const;

const FRESH_MS = 5 * 60_000;

const statusQuery = queryOptions({
  queryKey: [...SIGN_KEY, "status"],
  queryFn: ({ signal }) =>
    api.get("/api/newActivity/baseActivityValid", { query: { activityBaseIdent: "Sign" }, signal }),
  staleTime: FRESH_MS,
  // A page that stays open past midnight has a new day to show.
  refetchInterval: FRESH_MS,
});

/** Product spec §4: the dot shows while the status is this one. */
export function useSignDot(): boolean {
  const loggedIn = useLoggedIn();
  const { data } = useQuery({ ...statusQuery, enabled: loggedIn });
  return loggedIn && data === "notObtain";
}
