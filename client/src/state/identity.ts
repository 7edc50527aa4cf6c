/** Which dialog about the player's identity is open, and the way to Steam and back. The dialogs are features/identity. */
import { create } from "zustand";
import { api } from "../net/http.ts";
import { str, struct } from "../protocol/shape.ts";
import { isSuppressedToday } from "./real-name-day.ts";
import { useSession } from "./session.ts";

export type IdentityDialog = "phone" | "password" | "realName" | "trade" | "avatar";

interface Identity {
  readonly dialog: IdentityDialog | null;
  /** A phone that is being bound so that the password can be changed with it (product spec §4). */
  readonly forPassword: boolean;
  /** What the password dialog begins with. */
  readonly phone: string;
}

const CLOSED: Identity = { dialog: null, forPassword: false, phone: "" };

export const useIdentity = create<Identity>(() => CLOSED);

export const openIdentity = (dialog: IdentityDialog): void => useIdentity.setState({ ...CLOSED, dialog });
export const closeIdentity = (): void => useIdentity.setState(CLOSED);

/** A password is changed by a code to the bound phone; a player without one binds it first. */
export function openPassword(): void {
  const { user } = useSession.getState();
  if (user?.boundPhone === "") useIdentity.setState({ ...CLOSED, dialog: "phone", forPassword: true });
  else openIdentity("password");
}

/** The second half of that way. */
export const continueToPassword = (phone: string): void =>
  useIdentity.setState({ ...CLOSED, dialog: "password", phone });

/** Opens the real-name popup for a player who is not verified and has not asked for quiet today. For places that need it soon. */
export function suggestRealName(): void {
  if (useSession.getState().user?.isRealName === 0 && !isSuppressedToday()) openIdentity("realName");
}

/** What a Steam login is for; the number of it is the stored steam type (product spec §4): 0 logs in, anything else binds. */
export const STEAM_TYPES = { login: 0, bind: 1 } as const;
export type SteamPurpose = keyof typeof STEAM_TYPES;

const STEAM_TYPE = "steamType";
const SteamAddress = struct("SteamAddress", { url: str });

/** Leaves for the provider, whose answer comes back to /steam/return. */
export async function startSteam(purpose: SteamPurpose): Promise<void> {
  const type = STEAM_TYPES[purpose];
  const { url } = await api.get("/api/user/steam/address", SteamAddress, { query: { type } });
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
