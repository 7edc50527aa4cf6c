import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";

export type Revealed = Api["Revealed"];

export const saveSeed = (key: string) => api.post("/api/upgrade/updateClientSeed", { key });
export const rotate = (key: string) => api.post("/api/fair/rotate", {}, { key });

/** The proof as text: what is verified is exactly what can be saved and checked by any other verifier. */
export const loadBundle = async (id: string, signal?: AbortSignal): Promise<string> =>
  JSON.stringify(await api.get("/api/fair/result/{id}", { path: { id }, signal }), null, 2);
