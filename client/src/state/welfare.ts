/** The welcome of a new player (product spec §4, "Welfare step"): who is new, and whether it may show itself. */
import { create } from "zustand";
import { serverNow } from "../net/clock.ts";
import type { User } from "./session.ts";

/** Whatever may have taken a player a step on invalidates this key. */
export const WELFARE_KEY = ["mine", "welfare"] as const;

/** After the four steps comes the guide. */
const STEPS_END = 5;
const WINDOW_MS = 24 * 3_600_000;

/** On the server's clock. */
export const welfareEndsAt = (user: User): number => user.createTime + WINDOW_MS;

export const isNewcomer = (user: User | null): user is User =>
  user !== null && user.status < STEPS_END && serverNow() < welfareEndsAt(user);

/** This device asked that the welcome neither opens by itself nor lies over pages. The side bar still leads to it. */
const QUIET = "welfareQuiet";

const useQuiet = create<{ readonly quiet: boolean }>(() => ({ quiet: localStorage.getItem(QUIET) !== null }));

export const useWelfareQuiet = (): boolean => useQuiet((state) => state.quiet);

export function setWelfareQuiet(quiet: boolean): void {
  if (quiet) localStorage.setItem(QUIET, "1");
  else localStorage.removeItem(QUIET);
  useQuiet.setState({ quiet });
}
