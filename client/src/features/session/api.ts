import { api } from "../../net/http.ts";

export interface Registration {
  phone: string;
  password: string;
  spreadCode?: string;
  fingerprinId: string; // the specification's spelling
}

export const register = (body: Registration) => api.post("/api/user/register", body);
export const login = (body: { phone: string; password: string }) => api.post("/api/user/login", body);
