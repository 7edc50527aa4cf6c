/**
 * What may be said of a proof: its report weighed against what the reader pinned, remembers and asked for. As
 * verdict.go.
 */

import type { Anchor } from "./beacon.ts";
import { anchorOf, checkLocalBeaconFrom } from "./beacon.ts";
import type { Bundle } from "./bundle.ts";
import { FairnessError } from "./input.ts";
import type { Check, Report, Trust } from "./verification.ts";
import { verifierOf } from "./verify.ts";

export type State = "verified" | "refused" | "weaker" | "pending" | "differs";

/** What stands between a sound proof and "verified", in the order in which it is shown. */
export type Gap = "key" | "anchor" | "remembered" | "house" | "beacon" | "reveal" | "witness";

/** What of a proof is held against the request that this reader kept. */
export type OwnPart = "draw" | "commit" | "seed" | "terms" | "odds" | "price";

/** Where a sound proof is not what this reader knows. */
export interface Difference {
  readonly what: "asked" | "log-key" | "anchor" | OwnPart;
  readonly yours: string;
  readonly theirs: string;
}

/** What a reader saw at first sight. It makes nothing green; its use is that a change is reported. */
export interface Memory {
  readonly logKey: string;
  readonly anchors: readonly Anchor[];
  readonly sinceMs: number;
}

export interface Verdict {
  readonly state: State;
  readonly missing: readonly Gap[];
  readonly differs: readonly Difference[];
}

/** Weighs the report of verifyBundle(b, trust); asked is the result id that was asked for, "" when none was. */
export async function judge(
  b: Bundle,
  report: Report,
  trust: Trust,
  memory: Memory | null,
  asked: string,
): Promise<Verdict> {
  const missing: Gap[] = [];
  const differs: Difference[] = [];
  if (!report.ok || report.checks.length === 0) return { state: "refused", missing, differs };
  if (asked !== "" && asked !== b.resultID) differs.push({ what: "asked", yours: asked, theirs: b.resultID });
  let remembered = false;
  if (b.log !== null && trust.logKey === undefined) {
    if (!memory) missing.push("key");
    else {
      remembered = true;
      if (memory.logKey !== b.log.publicKey)
        differs.push({ what: "log-key", yours: memory.logKey, theirs: b.log.publicKey });
    }
  }
  if (b.beacon.source === "local" && !anchorOf(trust.anchors, b.beacon)) {
    const seen = anchorOf(memory?.anchors, b.beacon);
    if (!seen) missing.push("anchor");
    else {
      remembered = true;
      try {
        await checkLocalBeaconFrom(b.beacon, seen.round, seen.link);
      } catch (error) {
        if (!(error instanceof FairnessError)) throw error;
        differs.push({ what: "anchor", yours: seen.link, theirs: b.beacon.proof.anchor });
      }
    }
  }
  const skipped = (which: (check: Check) => boolean) => report.checks.some((check) => check.skipped && which(check));
  if (remembered) missing.push("remembered");
  if (b.beacon.source === "local") missing.push("house");
  if (skipped(({ name }) => name === "beacon")) missing.push("beacon");
  if (skipped(({ name }) => name !== "beacon" && name !== "log" && name !== "checkpoint")) missing.push("reveal");
  if (b.format === "BOX1") missing.push("witness");
  const state =
    differs.length > 0 ? "differs" : b.log === null ? "pending" : missing.length > 0 ? "weaker" : "verified";
  return { state, missing, differs };
}

/**
 * The result id of the proof that an id of the product asks for. An operation stands in no proof: one with the scope of
 * a player's draws may answer it, "", and none of a room.
 */
export function askedFor(id: string, answered: string): string {
  if (/^[0-9]+-[0-9]+$/.test(id)) return answered.startsWith("solo:") ? "" : id;
  const [, kind = "", room = "", place] = /^([a-z]+)-([^-]*)(?:-(.*))?$/.exec(id) ?? [];
  if (kind === "") return id;
  const scope = verifierOf(kind)?.scopePrefix ?? `${kind}:`;
  return `${scope}${room}${place === undefined ? "" : `:n${place}`}`;
}
