/** Numbers that end the visit (product spec §8): 1000 and 404 lead to the maintenance page, 900 away from the site. */
import { AWAY } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";

const NOT_THERE = 404;

/** Written over the place that is left: going back there would only lead here again. Tests give another. */
export const leaving = { to: (address: string): void => location.replace(address) };

/**
 * When the site is to open, in ms; "0" for not known. The server's word, and still only a number gets into an address.
 */
function timerOf(data: unknown): string {
  const ms = typeof data === "object" && data !== null && "untilMs" in data ? data.untilMs : 0;
  return typeof ms === "number" && Number.isSafeInteger(ms) && ms > 0 ? String(ms) : "0";
}

/** True when the visit is over. */
export function leaveClosedSite(code: number, data: unknown = null): boolean {
  if (code === AWAY) leaving.to("about:blank");
  else if (code === errorCode.maintenance || code === NOT_THERE)
    leaving.to(`/siteMaintain.html?timer=${timerOf(data)}`);
  else return false;
  return true;
}
