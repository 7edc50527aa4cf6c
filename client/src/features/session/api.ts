import { api } from "../../net/http.ts";
import type { Api, Body } from "../../protocol/api.ts";

export interface Registration {
  phone: string;
  password: string;
  spreadCode?: string;
  fingerprinId: string; // the specification's spelling
}

/** What a captcha gives: it goes with a login that was refused for want of it. */
export type Ticket = Api["CaptchaTicket"];

export const register = (body: Registration) => api.post("/api/user/register", body);
export const login = (body: Body<"/api/user/login", "post">) => api.post("/api/user/login", body);
