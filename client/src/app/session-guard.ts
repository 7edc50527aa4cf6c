import i18next from "i18next";
import { currentLanguage } from "../i18n/language.ts";
import { configureHttp, type Refused } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";
import { confirmPlayer } from "../state/confirm.ts";
import { configureLive } from "../state/live.ts";
import { followOtherTabs, followStoredToken, isRenewing, openLogin, sessionToken, signOut } from "../state/session.ts";
import { toast } from "../ui/toast.ts";
import { leaveClosedSite } from "./site-closed.ts";

/**
 * 403 and 104 end the session on this device, with the specification's texts (§8), whichever says so: a call or the
 * socket.
 */
export function onSessionEnded(code: number): void {
  if (code !== errorCode.tokenInvalid && code !== errorCode.loginInvalid) return;
  if (sessionToken() === "") return; // said already, by an answer that was faster
  if (isRenewing()) return; // the next one is on its way
  if (followStoredToken()) return; // logged out here or in another tab, on purpose: no news for the player
  void signOut();
  toast(i18next.t(code === errorCode.tokenInvalid ? "session.token" : "session.login", { ns: "shell" }), "error");
  openLogin();
}

/** Gives the network layer what it needs of the player. Call once, before anything is fetched. */
export function startNetwork(): void {
  const player = { token: sessionToken, language: currentLanguage };
  const onEnd = (refused: Refused) => {
    if (!leaveClosedSite(refused)) onSessionEnded(refused.code);
  };
  configureHttp({
    ...player,
    onError: onEnd,
    replaced: async (sent, wait) => (await import("../state/renewal.ts")).isReplaced(sent, wait),
    confirm: confirmPlayer,
  });
  configureLive({ ...player, onSessionEnded: (code) => onEnd({ code }) });
  followOtherTabs();
}
