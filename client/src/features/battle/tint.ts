import type { CSSProperties } from "react";

/**
 * One calm hue a seat, so that columns can be told apart; teams share theirs. Not rarity colours: they mean nothing
 * else.
 */
const SEATS = ["#35f2b8", "#4d9bff", "#ff8a5c", "#b07bff"];
const TEAMS = ["#35f2b8", "#35f2b8", "#ff8a5c", "#ff8a5c"];

export const seatTint = (seat: number, teams: boolean): CSSProperties =>
  ({ "--pc": (teams ? TEAMS : SEATS)[seat] ?? "#94aad6" }) as CSSProperties;
