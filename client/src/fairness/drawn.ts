import type { ResultProof } from "./bundle.ts";
import { mismatch } from "./input.ts";
import { Odds } from "./odds.ts";
import { attempt, type Verification } from "./verification.ts";

/** The checks of results that were drawn from odds tables. */
export function drawn(run: Verification): void {
  attempt(run, "odds", "every table hashes to the hash its results name", () => readTables(run));
  attempt(run, "item", "v lies in the section of the item", () => items(run));
}

export function eachResult({ bundle }: Verification, holds: (r: ResultProof) => boolean): void {
  for (const r of bundle.results) if (!holds(r)) mismatch(`n ${r.n} seat ${r.seat}`);
}

function readTables({ bundle, tables }: Verification): void {
  const used = new Set(bundle.results.map((r) => r.oddsHash));
  for (const p of bundle.odds) {
    const odds = new Odds(p.boxID, p.version, p.entries);
    if (odds.hash !== p.hash || tables.has(p.hash) || !used.has(p.hash)) {
      mismatch(`odds of box ${p.boxID}: another hash, repeated or unused`);
    }
    tables.set(p.hash, odds);
  }
  if (tables.size !== used.size) mismatch("a result names odds that the bundle lacks");
}

function items(run: Verification): void {
  eachResult(run, (r) => {
    const odds = run.tables.get(r.oddsHash);
    const i = odds?.pick(r.v) ?? -1;
    if (odds === undefined || i < 0 || odds.entries[i]?.item !== r.item) return false;
    const [low, high] = odds.bounds(i);
    return low === r.startSection && high === r.endSection;
  });
}
