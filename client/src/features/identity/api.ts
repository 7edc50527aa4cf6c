import { api } from "../../net/http.ts";
import { bool, i64, list, raw, str, struct } from "../../protocol/shape.ts";

/** The number in the path of a send call: what a code is good for. */
export const PURPOSES = { bind: 0, unbind: 1, password: 2, trade: 3 } as const;
export type Purpose = keyof typeof PURPOSES;

export interface Ticket {
  readonly ticket: string;
  readonly randStr: string;
}

const Ticket = struct<Ticket>("Ticket", { ticket: str, randStr: str });

const Picture = struct("CaptchaPicture", {
  id: str,
  image: str,
  piece: str,
  y: i64,
  width: i64,
  height: i64,
  side: i64,
});
const Bound = struct("Bound", { token: str, password: str });
const Shown = struct("CardShown", { isRealName: i64, name: str, last: str, atMs: i64 });
const Export = struct("CardExport", { name: str, card: str, atMs: i64 });
const Message = struct("OutboxMessage", { text: str, atMs: i64 });
const SteamToken = struct("SteamToken", { token: str, steamId: str });

export interface TrackPoint {
  readonly x: number;
  readonly t: number;
}

export const askCaptcha = (signal: AbortSignal) => api.get("/api/captcha", Picture, { signal });
export const answerCaptcha = (id: string, keys: boolean, track: readonly TrackPoint[]) =>
  api.post("/api/captcha/answer", { id, keys, track }, Ticket);

export const isPhoneFree = async (phone: string): Promise<boolean> =>
  (await api.get("/api/user/check/phone", struct("PhoneCheck", { checkStatus: bool }), { query: { phone } }))
    .checkStatus;
export const smsStatus = () => api.get("/api/main/getSmsStatus", bool);
export const sendCode = (purpose: Purpose, phone: string, { ticket, randStr }: Ticket) =>
  api.post(`/api/personal/center/send/${PURPOSES[purpose]}/code`, { phone, randStr, ticket }, raw);

export const unbindPhone = (phone: string, code: string) =>
  api.post("/api/personal/center/unbundling/phone", { phone, code }, raw);
export const bindPhone = (phone: string, code: string) =>
  api.put("/api/personal/center/bundling/phone", { phone, code }, Bound);
export const resetPassword = (phone: string, password: string, code: string) =>
  api.post("/api/personal/center/password", { phone, password, code }, raw);
export const setTradeUrl = (steamUrl: string, code: string) =>
  api.post("/api/user/info/upBindSteamUrl", { code, steamUrl }, raw);
export const updateAvatar = (change: { avatar: string } | { headPortraitBox: string }) =>
  api.post("/api/user/update/avatar", change, raw);

export const cardConfig = () => api.get("/api/user/card/config", struct("CardConfig", { reward: raw }));
export const verifyCard = (name: string, card: string) => api.post("/api/user/auth/card", { name, card }, Shown);
export const shownCard = () => api.get("/api/user/card", Shown);
export const exportCard = (password: string) => api.post("/api/user/auth/card/export", { password }, Export);
export const eraseCard = (password: string) => api.post("/api/user/auth/card/erase", { password }, raw);

export const steamLogin = (answer: Readonly<Record<string, string>>) =>
  api.post("/api/user/steam/login", answer, SteamToken);
export const steamBind = (answer: Readonly<Record<string, string>>) =>
  api.post("/api/user/steam/bind", answer, SteamToken);
export const steamRegister = (body: { steamId: string; phone: string; code: string; spreadCode?: string }) =>
  api.post("/api/user/steam/register", body, Bound);

/** A demo shows the messages that it would have sent. */
export const isDemo = async (): Promise<boolean> =>
  (await api.get("/api/main/web/info", struct("SiteInfo", { demo: bool }))).demo;
export const readOutbox = (phone: string) => api.get("/api/demo/outbox", list(Message), { query: { phone } });
