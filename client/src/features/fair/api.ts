import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { i64, raw, type Shape, str, struct, u64 } from "../../protocol/shape.ts";
import { keys } from "../../state/query.ts";

export interface Seed {
  readonly userSeed: string;
  readonly epoch: number;
  readonly nonce: number;
  readonly commit: string;
  readonly beaconSource: string;
  readonly beaconRound: number;
  readonly nextServerHash: string;
}

const Seed: Shape<Seed> = struct("Seed", {
  userSeed: str,
  epoch: i64,
  nonce: i64,
  commit: str,
  beaconSource: str,
  beaconRound: u64,
  nextServerHash: str,
});

export interface Revealed {
  readonly epoch: number;
  readonly key: string;
  readonly commit: string;
}

const Rotated = struct("Rotated", { revealed: struct<Revealed>("Revealed", { epoch: i64, key: str, commit: str }) });

export const seedQuery = queryOptions({
  queryKey: keys.seed,
  queryFn: ({ signal }) => api.get("/api/fair/seed", Seed, { signal }),
});

export const saveSeed = (key: string) => api.post("/api/upgrade/updateClientSeed", { key }, raw);
export const rotate = (key: string) => api.post("/api/fair/rotate", {}, Rotated, { key });

/** The proof as text: what is verified is exactly what can be saved and checked by any other verifier. */
export const loadBundle = async (id: string, signal?: AbortSignal): Promise<string> =>
  JSON.stringify(await api.get(`/api/fair/result/${encodeURIComponent(id)}`, raw, { signal }), null, 2);
