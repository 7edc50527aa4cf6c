/**
 * Who is playing: the token, the user it stands for, and the login dialog that protected places open.
 * Logged in means a stored token that is not the text "undefined" (product spec §6) and a user it was good for.
 */

import type { QueryFilters } from "@tanstack/react-query";
import { create } from "zustand";
import { ApiError, api } from "../net/http.ts";
import type { Api } from "../protocol/api.ts";
import { isAborted, queryClient } from "./query.ts";
import { clearWallet, patchWallet } from "./wallet.ts";

/** Product spec §3 "User". `balance` and `otherBalance` are gem numbers with two decimals. */
export type User = Api["UserInfo"];

export type LoginTab = "login" | "register";

interface Session {
  readonly token: string;
  readonly user: User | null;
  readonly dialog: LoginTab | null;
}

export const TOKEN = "token";
/** The token that the stored one has replaced: its tabs go on as the same player. */
export const BEFORE = "tokenBefore";
/** Until when, in ms, the end of a token is not taken for the end of the player's stay. */
export const RENEWING = "tokenRenewing";

export function storedToken(): string {
  const token = localStorage.getItem(TOKEN);
  return token && token !== "undefined" ? token : "";
}

export const useSession = create<Session>(() => ({ token: storedToken(), user: null, dialog: null }));

export const sessionToken = (): string => useSession.getState().token;
export const useLoggedIn = (): boolean => useSession((session) => session.token !== "");

export const openLogin = (tab: LoginTab = "login"): void => useSession.setState({ dialog: tab });
export const closeLogin = (): void => useSession.setState({ dialog: null });

/** True when logged in; otherwise opens the login dialog. For clicks that need a player. */
export function requireLogin(): boolean {
  if (sessionToken() !== "") return true;
  openLogin();
  return false;
}

export async function signIn(token: string): Promise<void> {
  localStorage.removeItem(BEFORE);
  localStorage.setItem(TOKEN, token);
  await enter(token);
}

/** The server is about to give this player another token, asked for here or in another tab (state/renewal.ts). */
export const isRenewing = (): boolean => Number(localStorage.getItem(RENEWING)) > Date.now();

async function enter(token: string): Promise<void> {
  useSession.setState({ token, dialog: null });
  await Promise.all([loadUser(), queryClient.invalidateQueries()]);
}

/** Ends the session on this device; with `tell` on the server, too. */
export async function signOut(tell = false): Promise<void> {
  localStorage.removeItem(BEFORE);
  localStorage.removeItem(TOKEN); // first: other tabs are notified before the server closes their sockets
  if (tell && sessionToken() !== "") {
    await api.post("/api/user/logout", {}).catch(() => null); // gone either way
  }
  forget();
}

const isMine: QueryFilters = { predicate: (query) => query.queryKey[0] === "mine" };

function forget(): void {
  useSession.setState({ token: "", user: null });
  clearWallet();
  queryClient.removeQueries(isMine);
}

/**
 * The stored token is the truth for every tab of the browser: where another tab logged out or let another player in,
 * this one goes with it, without a word. True when there was something to follow.
 */
export function followStoredToken(): boolean {
  const token = storedToken();
  if (token === sessionToken()) return false;
  if (token === "") {
    forget();
    return true;
  }
  if (localStorage.getItem(BEFORE) === sessionToken()) {
    useSession.setState({ token });
    return true;
  }
  useSession.setState({ user: null });
  clearWallet();
  void queryClient.resetQueries(isMine); // what is on screen is asked for anew; removed it would stay there
  void enter(token);
  return true;
}

/** Call once. */
export function followOtherTabs(): void {
  addEventListener("storage", ({ key }) => {
    if (key === TOKEN || key === null) followStoredToken();
  });
}

/** Merges the server's user; a call that fails because of the session clears it (product spec §4). */
export async function loadUser(): Promise<void> {
  const token = sessionToken();
  if (token === "") return;
  try {
    const user = await api.get("/api/user/info");
    if (sessionToken() !== token) return; // logged out, or another player, while it was on its way
    useSession.setState({ user });
    patchWallet({
      gemsCents: Math.round(user.balance * 100),
      realCents: Math.round(user.otherBalance * 100),
      bagCount: user.bagNum,
    });
  } catch (error) {
    if (isAborted(error)) return loadUser(); // a navigation cancels what its page waited for; this is wanted by all
    if (error instanceof ApiError && !error.retryable && sessionToken() === token && !isRenewing()) await signOut();
  }
}

export function patchUser(change: Partial<User>): void {
  useSession.setState(({ user }) => ({ user: user && { ...user, ...change } }));
}
