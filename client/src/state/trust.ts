/** What the site says of its keys, and what this browser saw of them first. See fairness/README.md. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { TrustDocument } from "../fairness/trust.ts";
import type { Difference, Memory } from "../fairness/verdict.ts";
import { serverNow } from "../net/clock.ts";
import { keys, queryClient } from "./query.ts";

const STORED = "trust";

/** Asked for once a visit. A reader looks at the memory, too: the first sight counts. */
export const trustQuery = queryOptions({
  queryKey: keys.trust,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async ({ signal }): Promise<TrustDocument> => {
    const { parseTrust } = await import("../fairness/trust.ts");
    const said = parseTrust(await (await fetch("/.well-known/jadebox-trust.json", { signal })).json());
    see(said);
    return said;
  },
});

/**
 * The source of a random value: the draw's own, before it has one the site's. Asked for wherever a commitment is shown,
 * so that the first of them is the first sight of the site's keys.
 */
export function useBeaconSource(drawn = ""): string | undefined {
  const { data: said } = useQuery(trustQuery, queryClient);
  return drawn || said?.source;
}

/** null before the first sight, and when storage was tampered with. */
export function recall(): Memory | null {
  try {
    const memory = JSON.parse(localStorage.getItem(STORED) ?? "null") as Memory | null;
    return memory && typeof memory.logKey === "string" && Array.isArray(memory.anchors) ? memory : null;
  } catch {
    return null;
  }
}

const ends = ({ round, rounds }: Memory["anchors"][number]) => round + rounds;

/**
 * Keeps what is new: the key at first sight, later the chains that begin behind those it knows. Nothing is ever
 * replaced.
 */
export function see({ logKey, anchors }: TrustDocument): void {
  const memory = recall();
  const known = memory?.anchors ?? [];
  if (memory && memory.logKey !== logKey) return;
  const fresh = anchors.filter((one) => known.every((other) => one.round >= ends(other) || ends(one) <= other.round));
  const kept: Memory = { logKey, anchors: [...known, ...fresh], sinceMs: memory?.sinceMs ?? serverNow() };
  localStorage.setItem(STORED, JSON.stringify(kept));
}

/** Where the site says something else than it said at first sight. */
export function changes({ logKey, anchors }: TrustDocument, memory: Memory | null): readonly Difference[] {
  if (!memory) return [];
  if (memory.logKey !== logKey) return [{ what: "log-key", yours: memory.logKey, theirs: logKey }];
  const gone = memory.anchors.find(
    (one) => !anchors.some(({ round, link }) => round === one.round && link === one.link),
  );
  const now = gone && anchors.find(({ round }) => round === gone.round);
  return gone ? [{ what: "anchor", yours: gone.link, theirs: now?.link ?? "—" }] : [];
}

export const forget = (): void => localStorage.removeItem(STORED);
