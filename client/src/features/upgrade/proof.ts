import { queryOptions } from "@tanstack/react-query";
import type { Bundle, ResultProof, UpgradeProof } from "../../fairness/bundle.ts";
import { api } from "../../net/http.ts";
import { keys } from "../../state/query.ts";

/** A past upgrade as its proof has it: enough to play it again. */
export interface PastUpgrade {
  readonly id: string;
  readonly bundle: Bundle;
  readonly result: ResultProof;
  readonly proof: UpgradeProof;
}

export function readUpgrade(id: string, bundle: Bundle): PastUpgrade {
  const [result] = bundle.results;
  if (!bundle.upgrade || !result) throw new Error("no upgrade");
  return { id, bundle, result, proof: bundle.upgrade };
}

export const proofQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.bundle(id), "upgrade"],
    queryFn: async ({ signal }) => {
      const [{ parseBundle }, bundle] = await Promise.all([
        import("../../fairness/bundle.ts"),
        api.get("/api/fair/result/{id}", { path: { id }, signal }),
      ]);
      return readUpgrade(id, parseBundle(JSON.stringify(bundle)));
    },
  });
