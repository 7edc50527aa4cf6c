/**
 * Who is playing: the token, the user it stands for, and the login dialog that protected places open.
 * Logged in means a stored token that is not the text "undefined" (product spec §6) and a user it was good for.
 */

import type { QueryFilters } from "@tanstack/react-query";
import { create } from "zustand";
import { ApiError, api } from "../net/http.ts";
import type { Api } from "../protocol/api.ts";
import { limits } from "../protocol/gen.ts";
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

const TOKEN = "token";
/** The token that the stored one has replaced: its tabs go on as the same player. */
const BEFORE = "tokenBefore";
/** Until when, in ms, the other tabs wait for a token that this one has asked for. */
const RENEWING = "tokenRenewing";

function storedToken(): string {
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

interface Renewed {
  readonly token: string;
}

/** Runs a call whose answer is the token of a new session. */
export const renewSession = <T extends Renewed>(call: () => Promise<T>): Promise<T> => renewed(call, signIn);

/** Runs a call whose answer is another token of this session: the same player goes on, in every tab. */
export const renewToken = <T extends Renewed>(call: () => Promise<T>): Promise<T> => renewed(call, replaceToken);

let renewals = 0;

/**
 * The server ends what the token of before was good for, sockets and all, before it answers: until the answer is here
 * nobody must take that for the end of the player's stay, in no tab.
 */
async function renewed<T extends Renewed>(call: () => Promise<T>, take: (token: string) => unknown): Promise<T> {
  renewals++;
  localStorage.setItem(RENEWING, String(Date.now() + limits.requestMs));
  try {
    const answer = await call();
    if (answer.token !== "") await take(answer.token);
    return answer;
  } finally {
    renewals--;
    if (renewals === 0) localStorage.removeItem(RENEWING);
  }
}

function replaceToken(token: string): void {
  localStorage.setItem(BEFORE, sessionToken());
  localStorage.setItem(TOKEN, token);
  useSession.setState({ token });
}

/** Here or in another tab. */
export const isRenewing = (): boolean => renewals > 0 || Number(localStorage.getItem(RENEWING)) > Date.now();

const LOOK_MS = 50;

/**
 * Whether another token holds than the one that a call went out under. `wait` waits for one that is on its way; the
 * call that brings it must not.
 */
export async function isReplaced(sent: string, wait: boolean): Promise<boolean> {
  while (wait && isRenewing() && sessionToken() === sent && storedToken() === sent) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  followStoredToken();
  return sessionToken() !== "" && sessionToken() !== sent;
}

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
