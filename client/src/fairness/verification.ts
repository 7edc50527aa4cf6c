import type { Anchor, DrandCheck } from "./beacon.ts";
import type { Bundle } from "./bundle.ts";
import type { Promised } from "./context.ts";
import { mismatch } from "./input.ts";
import type { Odds } from "./odds.ts";
import type { Key } from "./seed.ts";

/** Names and order of the checks are those of the Go verifier. */
export const checkNames = [
  "form",
  "context",
  "commit",
  "beacon",
  "server-seed",
  "server-hash",
  "result-hash",
  "number",
  "odds",
  "item",
  "score",
  "tie",
  "winners",
  "terms",
  "rate",
  "section",
  "opened",
  "amounts",
  "claims",
  "deck",
  "ended",
  "bottle",
  "wish-seed",
  "log",
  "checkpoint",
] as const;
export type CheckName = (typeof checkNames)[number];

/** A skipped check proves nothing either way. detail is for a log, not for display. */
export type Check = { name: CheckName; ok: boolean; skipped: boolean; detail: string };

/** ok: no check failed. What was skipped stands in checks and is not vouched for. */
export type Report = { ok: boolean; checks: Check[] };

/** What the reader holds as certain, never from the proof itself; an absent field pins nothing. */
export type Trust = { logKey?: string; anchors?: readonly Anchor[]; drand?: DrandCheck };

/** One run over one bundle. */
export type Verification = {
  readonly bundle: Bundle;
  readonly key: Key | null;
  readonly tables: Map<string, Odds>;
  readonly checks: Check[];
};

/** What is particular to a kind of bundle. */
export type KindVerifier = {
  /** What stands before a room's id in its scope; `<kind>:` where it is absent. */
  readonly scopePrefix?: string;
  /** Checks ids and counts, so that the other checks can index freely. */
  form(b: Bundle): void;
  /** Compares the context leaf with the bundle and returns what it promised. */
  context(b: Bundle): Promised;
  /** Adds the checks that only this kind has. */
  outcome(run: Verification): void;
  /** Compares the log leaf with the bundle. */
  leaf(run: Verification, leaf: string): void;
};

export const keyHidden = "key not revealed yet";

/** Throws where a leaf of the log says something else than the bundle. */
export function agree<T extends object>(got: T, want: Partial<T>, problem: string): void {
  if (!Object.entries(want).every(([name, value]) => got[name as keyof T] === value)) mismatch(problem);
}

/** Runs one check and records it; returns what it made, or null when it failed. */
export function attempt<T>(run: Verification, name: CheckName, detail: string, check: () => T): T | null {
  try {
    const made = check();
    run.checks.push({ name, ok: true, skipped: false, detail });
    return made;
  } catch (error) {
    fail(run, name, error);
    return null;
  }
}

export function fail(run: Verification, name: CheckName, error: unknown): void {
  run.checks.push({ name, ok: false, skipped: false, detail: error instanceof Error ? error.message : String(error) });
}

export function skip(run: Verification, name: CheckName, why: string): void {
  run.checks.push({ name, ok: false, skipped: true, detail: why });
}
