/** The way to Steam and back. */
import { api } from "../net/http.ts";

/**
 * What a Steam login is for; the number of it is the stored steam type (product spec §4): 0 logs in, anything else
 * binds.
 */
export const STEAM_TYPES = { login: 0, bind: 1 } as const;
export type SteamPurpose = keyof typeof STEAM_TYPES;

const STEAM_TYPE = "steamType";

/** Leaves for the provider, whose answer comes back to /steam/return. */
export async function startSteam(purpose: SteamPurpose): Promise<void> {
  const type = STEAM_TYPES[purpose];
  const { url } = await api.get("/api/user/steam/address", { query: { type } });
  if (!/^https?:\/\//.test(url)) throw new TypeError("steam: no address");
  sessionStorage.setItem(STEAM_TYPE, String(type));
  location.assign(url);
}

/** Why the browser went away, once. */
export function takeSteamPurpose(): SteamPurpose {
  const stored = sessionStorage.getItem(STEAM_TYPE) ?? "0";
  sessionStorage.removeItem(STEAM_TYPE);
  return stored === "0" ? "login" : "bind";
}
