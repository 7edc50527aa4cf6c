import { api } from "../../net/http.ts";
import { str, struct } from "../../protocol/shape.ts";

const Token = struct("Token", { token: str });

export interface Registration {
  phone: string;
  password: string;
  spreadCode?: string;
  fingerprinId: string; // the specification's spelling
}

export const register = (body: Registration) => api.post("/api/user/register", body, Token);
export const login = (body: { phone: string; password: string }) => api.post("/api/user/login", body, Token);
