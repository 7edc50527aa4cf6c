import { api } from "../../net/http.ts";
import type { Api, Body } from "../../protocol/api.ts";
import { renewToken } from "../../state/renewal.ts";

/** The number in the path of a send call: what a code is good for. */
export const PURPOSES = { bind: 0, unbind: 1, password: 2, trade: 3 } as const;
export type Purpose = keyof typeof PURPOSES;

export type Ticket = Api["CaptchaTicket"];

export interface TrackPoint {
  readonly x: number;
  readonly t: number;
}

/** What a captcha's ticket is good for. */
export type CaptchaPurpose = Body<"/api/captcha/answer", "post">["purpose"];
/** The ticket that each code needs. */
export const CAPTCHAS: Readonly<Record<Purpose, CaptchaPurpose>> = {
  bind: "bind",
  unbind: "unbind",
  password: "reset",
  trade: "trade",
};

export const askCaptcha = (purpose: CaptchaPurpose, signal: AbortSignal) =>
  api.get("/api/captcha", { query: { purpose }, signal });
/** Of a task with its picture, or of a widget. */
export type CaptchaAnswer =
  | { readonly keys: boolean; readonly track: readonly TrackPoint[]; readonly number: number }
  | { readonly response: string };
export const answerCaptcha = (id: string, purpose: CaptchaPurpose, answer: CaptchaAnswer) =>
  api.post("/api/captcha/answer", { id, purpose, keys: false, track: [], number: 0, response: "", ...answer });

export const isPhoneFree = async (phone: string): Promise<boolean> =>
  (await api.get("/api/user/check/phone", { query: { phone } })).checkStatus;
export const smsStatus = () => api.get("/api/main/getSmsStatus");
export const sendCode = (purpose: Purpose, phone: string, { ticket, randStr }: Ticket) =>
  api.post(
    "/api/personal/center/send/{purpose}/code",
    { phone, randStr, ticket },
    { path: { purpose: PURPOSES[purpose] } },
  );

export const unbindPhone = (phone: string, code: string) =>
  renewToken(() => api.post("/api/personal/center/unbundling/phone", { phone, code }));
export const bindPhone = (phone: string, code: string) =>
  api.put("/api/personal/center/bundling/phone", { phone, code });
export const resetPassword = (phone: string, password: string, code: string) =>
  api.post("/api/personal/center/password", { phone, password, code });
export const setTradeUrl = (steamUrl: string, code: string) =>
  api.post("/api/user/info/upBindSteamUrl", { code, steamUrl });
export const rename = (name: string) => api.post("/api/user/name", { name });
export const updateAvatar = (change: { avatar: string } | { headPortraitBox: string }) =>
  api.post("/api/user/update/avatar", change);

export const cardConfig = () => api.get("/api/user/card/config");
export const verifyCard = (name: string, card: string) => api.post("/api/user/auth/card", { name, card });
export const shownCard = () => api.get("/api/user/card");
export const exportCard = (password: string) => api.post("/api/user/auth/card/export", { password });
export const eraseCard = (password: string) => api.post("/api/user/auth/card/erase", { password });

export const changePassword = (old: string, password: string) =>
  renewToken(() => api.post("/api/user/password", { old, password }));
export const ownSessions = () => api.get("/api/user/sessions");
export const newDevices = () => api.get("/api/user/sessions/new");
export const endSession = (id: string) => api.post("/api/user/sessions/end", { id });
export const endOtherSessions = () => renewToken(() => api.post("/api/user/sessions/end/others", {}));
export const confirmPlayer = (proof: Body<"/api/user/confirm", "post">) =>
  renewToken(() => api.post("/api/user/confirm", proof));

export const ownFactors = () => api.get("/api/user/factors");
export const beginApp = () => api.post("/api/user/factors/app/begin", {});
export const setApp = (body: Body<"/api/user/factors/app", "post">) =>
  renewToken(() => api.post("/api/user/factors/app", body));
export const beginPasskey = () => api.post("/api/user/factors/passkey/begin", {});
export const addPasskey = (body: Body<"/api/user/factors/passkey", "post">) =>
  renewToken(() => api.post("/api/user/factors/passkey", body));
export const endFactor = (id: string) => renewToken(() => api.post("/api/user/factors/end", { id }));
export const newRecoveryCodes = () => renewToken(() => api.post("/api/user/factors/recovery", {}));
export const askPasskey = () => api.post("/api/user/confirm/passkey", {});
export const askLoginPasskey = (pending: string) => api.post("/api/user/login/passkey", { pending });
export const proveLogin = (body: Body<"/api/user/login/proof", "post">) => api.post("/api/user/login/proof", body);

/** What the provider put into the address: the server looks at every field. */
type SteamAnswer = Readonly<Record<string, string>>;

export const steamLogin = (answer: SteamAnswer) =>
  api.post("/api/user/steam/login", answer as Body<"/api/user/steam/login", "post">);
export const steamBind = (answer: SteamAnswer) =>
  api.post("/api/user/steam/bind", answer as Body<"/api/user/steam/bind", "post">);
export const steamUnbind = () => renewToken(() => api.post("/api/user/steam/unbind", {}));
export const steamRegister = (body: { steamId: string; phone: string; code: string; spreadCode?: string }) =>
  api.post("/api/user/steam/register", body);

/** A demo shows the messages that it would have sent. */
export const isDemo = async (): Promise<boolean> => (await api.get("/api/main/web/info")).demo;
export const readOutbox = (phone: string) => api.get("/api/demo/outbox", { query: { phone } });
