/**
 * Share links. A link names the player who shared it; a player who joins by it is counted as that player's assist. The
 * code is kept for this tab only: it belongs to the room that was opened by the link.
 */
import { linkToShare } from "../../i18n/link.ts";
import { paths } from "../../routes/paths.ts";

const key = (roomId: string): string => `roll-sharer-${roomId}`;

export const shareLink = (roomId: string, spreadCode: string): string => linkToShare(paths.roll(roomId, spreadCode));

export function rememberSharer(roomId: string, code: string): void {
  if (/^[0-9A-Za-z]{1,32}$/.test(code)) sessionStorage.setItem(key(roomId), code);
}

export const sharerOf = (roomId: string): string => sessionStorage.getItem(key(roomId)) ?? "";
