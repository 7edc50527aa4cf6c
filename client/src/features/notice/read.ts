/**
 * What of the notices this device has seen: the version that was opened, and the one that showed itself in this visit.
 */
import { dayFlag } from "../../state/day-flag.ts";

const SEEN = "noticeVersion";
const SHOWN = "noticeShown";

/** "Not again today" (product spec §4). */
export const noticeQuiet = dayFlag("noticeQuiet");

export const isUnread = (version: number): boolean => version !== 0 && String(version) !== localStorage.getItem(SEEN);

export const markRead = (version: number): void => localStorage.setItem(SEEN, String(version));

/** True once for each version in a visit, and not on a day on which quiet was asked for. */
export const mayShowItself = (version: number): boolean =>
  version !== 0 && !noticeQuiet.isSet() && sessionStorage.getItem(SHOWN) !== String(version);

export const markShown = (version: number): void => sessionStorage.setItem(SHOWN, String(version));
