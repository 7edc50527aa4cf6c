import i18next from "i18next";
import { currentLanguage } from "../i18n/language.ts";
import { type ApiError, configureHttp } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";
import { openLogin, sessionToken, signOut } from "../state/session.ts";
import { toast } from "../ui/toast.tsx";

/** 403 and 104 end the session on this device, with the specification's texts (§8), wherever they come from. */
export function onCallFailed(error: ApiError): void {
  if (error.code !== errorCode.tokenInvalid && error.code !== errorCode.loginInvalid) return;
  const text = error.code === errorCode.tokenInvalid ? "session.token" : "session.login";
  toast(i18next.t(text, { ns: "shell" }), "error");
  const hadSession = sessionToken() !== "";
  void signOut();
  if (hadSession) openLogin();
}

export function startHttp(): void {
  configureHttp({ token: sessionToken, language: currentLanguage, onError: onCallFailed });
}
