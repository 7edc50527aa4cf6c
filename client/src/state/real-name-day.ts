/** The flag "not again today" of the real-name popup: the day on which it was ticked (product spec §3). */
import { openIdentity } from "./identity.ts";
import { useSession } from "./session.ts";

const KEY = "realNameQuiet";

const today = (now: Date): string => `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;

export const isSuppressedToday = (now = new Date()): boolean => localStorage.getItem(KEY) === today(now);

export function suppressToday(on: boolean, now = new Date()): void {
  if (on) localStorage.setItem(KEY, today(now));
  else localStorage.removeItem(KEY);
}

/** Opens the real-name popup for a player who is not verified and has not asked for quiet today. For places that need it soon. */
export function suggestRealName(): void {
  if (useSession.getState().user?.isRealName === 0 && !isSuppressedToday()) openIdentity("realName");
}
