import type { Bundle } from "./bundle.ts";
import type { CanonReader } from "./canon.ts";
import { at, badInput, isHash, mismatch } from "./input.ts";
import { readLine } from "./log.ts";
import { checkOpening, listRoot, type Opening, salts } from "./merkle.ts";
import { resultId } from "./scope.ts";
import type { Key } from "./seed.ts";

/** What a bundle shows of a list whose values stand behind a root: what lies at one place. */
export type Shown = { readonly place: number; readonly value: number };

/** The form of a bundle whose outcomes stand behind a root: of one of them, opened, or of all, with the key. */
export function checkListForm(
  b: Bundle,
  part: { readonly root: string; readonly opening: unknown },
  outcomes: readonly { readonly place: number }[],
): void {
  if (b.epoch !== 0 || b.odds.length !== 0 || b.results.length !== 0 || !isHash(part.root)) {
    badInput(`a ${b.kind} bundle has epoch 0, a root, and neither odds nor results`);
  }
  if (part.opening === null) {
    if (b.key === "" || b.resultID !== b.scope) badInput("a whole list has an open key and its scope as result id");
  } else if (outcomes.length !== 1 || b.resultID !== resultId(b.scope, at(outcomes, 0).place)) {
    badInput("one opening is of one outcome, whose place is in the result id");
  }
}

/** Throws where an opening is not that of the one outcome, or not of the list behind the root. */
export function checkOpened(label: string, b: Bundle, root: string, o: Opening, size: number, one: Shown): void {
  if (o.index !== one.place || o.size !== size || o.value !== one.value) mismatch("the opening is of another outcome");
  checkOpening(label, b.scope, root, o);
}

/** Throws where the values that the key drew have another root, or are not what was shown. */
export function checkRedrawn(label: string, b: Bundle, root: string, key: Key, values: number[], shown: Shown[]): void {
  const derivation = { scope: b.scope, beacon: b.beacon.value, ctx: b.context.hash };
  if (listRoot(label, b.scope, values, salts(key, label, derivation, values.length)) !== root) mismatch("another root");
  for (const { place, value } of shown) {
    if (values[place] !== value) mismatch(`another value lies at ${place}`);
  }
}

/** The lines that the leaves of one outcome and of the end of a list begin with. */
export function listHead(r: CanonReader) {
  return { scope: readLine(r, "scope"), ctx: r.hash("ctx"), beacon: r.hash("beacon"), root: r.hash("root") };
}

/** What those lines must say. */
export function wantedHead(b: Bundle, root: string) {
  return { scope: b.scope, ctx: b.context.hash, beacon: b.beacon.value, root };
}
