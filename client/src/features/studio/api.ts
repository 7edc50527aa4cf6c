/** The calls of a streamer's studio. Money is integer cents. */

import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";

export type RollSetup = Api["RollSetup"];

export type OwnItem = Pick<Api["BagItem"], "id" | "def" | "valueCents">;

export const ownRolls = (current: number, size: number) => api.get("/api/studio/rolls", { query: { current, size } });
export const setupOf = (id: string) => api.get("/api/studio/roll/{id}", { path: { id } });
export const viewOwn = (id: string) => api.get("/api/roll/room/{id}", { path: { id } });
export const createRoll = (setup: RollSetup, key: string) => api.post("/api/studio/roll/create", setup, { key });
export const editRoll = (id: string, setup: RollSetup, key: string) =>
  api.post("/api/studio/roll/{id}/edit", setup, { path: { id }, key });
export const publishRoll = (id: string, key: string) =>
  api.post("/api/studio/roll/{id}/publish", {}, { path: { id }, key });
export const cancelRoll = (id: string, key: string) =>
  api.post("/api/studio/roll/{id}/cancel", {}, { path: { id }, key });
/** Shown once: the server keeps hashes. */
export const makePasswords = (id: string, count: number, key: string) =>
  api.post("/api/studio/roll/{id}/passwords", { count }, { path: { id }, key });
export const ownItems = (current: number, size: number) =>
  api.get("/api/personal/center/back/pack", { query: { current, size, type: 1 } });
