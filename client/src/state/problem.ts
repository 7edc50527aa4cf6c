/**
 * What to do with a call that failed: most show their text in passing; some numbers open a popup with a way on
 * (product spec §8). A session that ended is handled where the call is made (app/session-guard.ts), not here.
 */
import i18next from "i18next";
import { create } from "zustand";
import { currentLanguage } from "../i18n/language.ts";
import { ApiError, type Refused, refusalData } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";
import { formatTime } from "../ui/number.ts";
import { sound } from "../ui/sound.ts";
import { toast } from "../ui/toast.ts";
import { isAborted } from "./query.ts";

export interface Problem extends Refused {
  readonly message: string;
}

export const useProblem = create<{ problem: Problem | null }>(() => ({ problem: null }));

const POPUP: ReadonlySet<number> = new Set([
  errorCode.funds,
  errorCode.emptyBag,
  errorCode.priceChanged,
  errorCode.realName,
  errorCode.tradeLink,
  errorCode.private,
]);
const SESSION: ReadonlySet<number> = new Set([errorCode.tokenInvalid, errorCode.loginInvalid]);

/** The text of an error in the player's language; the server sends it, a missing network has none. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.code !== 0 && error.message !== "")
    return suspendedText(error) ?? error.message;
  return i18next.t(error instanceof ApiError && error.code === 0 ? "network" : "failed", { ns: "shell" });
}

/** Until when an account is suspended, and of which class the reason is, where the server says it. */
function suspendedText(error: ApiError): string | undefined {
  const { reason, now } = refusalData(error, errorCode.suspended) ?? {};
  const key = `suspended.${reason}`;
  if (typeof now !== "number" || !i18next.exists(key, { ns: "shell" })) return;
  const time = formatTime(now, currentLanguage());
  return i18next.t(key as "suspended.review", { ns: "shell", text: error.message, time });
}

/** The same with the number of the catalogue, for places where the player may ask support about it. */
export function numberedText(error: unknown): string {
  const text = errorText(error);
  return error instanceof ApiError && error.code !== 0 ? `${text} (${error.code})` : text;
}

export function reportError(error: unknown): void {
  if (isAborted(error)) return; // the player went somewhere else
  if (error instanceof ApiError) {
    if (SESSION.has(error.code)) return;
    if (POPUP.has(error.code)) {
      sound.denied();
      useProblem.setState({ problem: { code: error.code, message: errorText(error), data: error.data } });
      return;
    }
  }
  toast(errorText(error), "error");
}

export const closeProblem = (): void => useProblem.setState({ problem: null });
