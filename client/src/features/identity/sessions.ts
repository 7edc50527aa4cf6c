/** The sessions of the player, on this device and on others. */
import i18next from "i18next";
import { currentLanguage } from "../../i18n/language.ts";
import { loadTexts } from "../../i18n/setup.ts";
import type { Api } from "../../protocol/api.ts";
import { queryClient } from "../../state/query.ts";
import { formatTime } from "../../ui/number.ts";
import { toast } from "../../ui/toast.ts";
import { newDevices, ownSessions } from "./api.ts";

export type OwnSession = Api["OwnSession"];
export type NewDevice = Api["NewDevice"];

export const SESSIONS = ["mine", "sessions"] as const;

/** Below SESSIONS: what drops those drops these, too. */
export const NEW_DEVICES = [...SESSIONS, "new"] as const;

export const forgetSessions = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SESSIONS });

/** "Chrome · Windows"; "" where the device does not say what it is. */
export const deviceOf = ({ browser, system }: Pick<OwnSession, "browser" | "system">): string =>
  [browser, system].filter((word) => word !== "").join(" · ");

/** "203.0.113.0/24 · BR"; "" for a session that began before networks were kept. */
export const placeOf = ({ network, country }: Pick<OwnSession, "network" | "country">): string =>
  [network, country].filter((word) => word !== "").join(" · ");

const toldKey = (player: string): string => `newDeviceTold:${player}`;

/**
 * Says once on each device that there was a login to the account on one that was not there before, even where that
 * has logged out since, or has ended the session of this device: from the second visit on, what came after the visit
 * before is told.
 */
export async function tellNewDevice(player: string): Promise<void> {
  const [sessions, list] = await Promise.all([ownSessions(), newDevices()]);
  const own = sessions.find((session) => session.current);
  if (own === undefined) return;
  const toldMs = Number(localStorage.getItem(toldKey(player)) ?? own.atMs);
  const newest = list.find((device) => device.atMs > toldMs && !device.current);
  localStorage.setItem(toldKey(player), String(Math.max(toldMs, own.atMs, ...list.map((device) => device.atMs))));
  if (newest === undefined) return;
  await loadTexts("identity");
  const t = i18next.getFixedT(null, "identity");
  const device = deviceOf(newest) || t("sessions.unknown");
  const time = formatTime(newest.atMs, currentLanguage());
  toast(t("sessions.newDevice", { device, place: placeOf(newest), time }), "info", true);
}
