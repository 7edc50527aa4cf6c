import { anchorOf, checkBeacon, checkLocalBeacon, checkLocalBeaconFrom } from "./beacon.ts";
import { type Bundle, bundleParts, type LogProof } from "./bundle.ts";
import type { Promised } from "./context.ts";
import { eachResult } from "./drawn.ts";
import { badInput, isHash, isId, mismatch } from "./input.ts";
import { checkInclusion } from "./merkle.ts";
import { numberOf, roll } from "./number.ts";
import {
  checkDerivation,
  checkUserSeed,
  type Key,
  parseKey,
  seatMax,
  serverHash,
  serverSeed,
  textHash,
} from "./seed.ts";
import {
  attempt,
  fail,
  type KindVerifier,
  keyHidden,
  type Report,
  skip,
  type Trust,
  type Verification,
} from "./verification.ts";

/** The kinds of bundle, each in a file of its name. */
const verifiers = import.meta.glob<KindVerifier>(["./verify-*.ts", "!./*.test.ts"], {
  eager: true,
  import: "verifier",
});

/** What is particular to a kind of bundle; undefined for a kind that is not known here. */
export const verifierOf = (kind: string): KindVerifier | undefined => verifiers[`./verify-${kind}.ts`];

/** Makes every check that the bundle and what the reader trusts allow, offline. */
export async function verifyBundle(bundle: Bundle, trust: Trust = {}): Promise<Report> {
  const refused: Verification = { bundle, key: null, tables: new Map(), checks: [] };
  const start = attempt(refused, "form", "ids, counts and lengths are well-formed", () => checkForm(bundle));
  if (start === null) return report(refused);
  const { kind, key } = start;
  const run: Verification = { ...refused, key };
  const promised = attempt(run, "context", "hash and contents agree with what was locked", () => context(bundle, kind));
  commit(run);
  await beacon(run, promised, trust);
  serverSeeds(run);
  results(run);
  kind.outcome(run);
  await log(run, kind, trust);
  return report(run);
}

function report({ checks }: Verification): Report {
  return { ok: checks.every((check) => check.ok || check.skipped), checks };
}

function checkForm(b: Bundle): { kind: KindVerifier; key: Key | null } {
  if (b.format !== "BOX1") badInput("not a BOX1 bundle");
  const kind = verifierOf(b.kind) ?? badInput(`bundle kind ${b.kind}`);
  if (!isHash(b.commit) || !isHash(b.context.hash)) badInput("commit or context hash");
  const key = b.key === "" ? null : parseKey(b.key);
  for (const r of b.results) {
    if (!isId(r.player) || !isHash(r.serverSeed) || r.seat > seatMax) badInput("player, server seed or seat");
    checkUserSeed(r.userSeed);
  }
  for (const [part, value] of Object.entries(bundleParts(b))) {
    if ((value !== undefined) !== (part === b.kind)) badInput(`part ${part} of a ${b.kind} bundle`);
  }
  kind.form(b);
  return { kind, key };
}

function context(b: Bundle, kind: KindVerifier): Promised {
  if (textHash(b.context.leaf) !== b.context.hash) mismatch("context hash is not the hash of the leaf");
  const promised = kind.context(b);
  if (promised.commit !== b.commit) mismatch("the context names another commit");
  return promised;
}

function commit(run: Verification): void {
  const { key, bundle } = run;
  if (key === null) {
    skip(run, "commit", keyHidden);
    return;
  }
  attempt(run, "commit", "the revealed key hashes to the published commit", () => {
    if (key.commit !== bundle.commit) mismatch("the key does not hash to the commit");
  });
}

async function beacon(run: Verification, promised: Promised | null, trust: Trust): Promise<void> {
  const b = run.bundle.beacon;
  try {
    checkBeacon(b);
    if (promised !== null && (b.source !== promised.beaconSource || b.round !== promised.beaconRound)) {
      mismatch("the context promised another beacon");
    }
    if (b.source === "local") {
      checkLocalBeacon(b);
      const anchor = anchorOf(trust.anchors, b);
      if (anchor !== undefined) await checkLocalBeaconFrom(b, anchor.round, anchor.link);
    } else if (trust.drand === undefined) {
      return skip(run, "beacon", "no verifier for drand signatures here");
    } else {
      await trust.drand(b);
    }
  } catch (error) {
    return fail(run, "beacon", error);
  }
  attempt(run, "beacon", `${b.source}, round ${b.round} follows from its proof`, () => undefined);
}

function serverSeeds(run: Verification): void {
  const { key, bundle } = run;
  if (key === null) {
    skip(run, "server-seed", keyHidden);
    return;
  }
  const d = { scope: bundle.scope, beacon: bundle.beacon.value, ctx: bundle.context.hash };
  attempt(run, "server-seed", "every server seed follows from key, beacon and context", () => {
    checkDerivation(d); // a room without results has beacon and context all the same
    eachResult(run, (r) => serverSeed(key, d, r.n, r.seat) === r.serverSeed);
  });
}

function results(run: Verification): void {
  attempt(run, "server-hash", "every server seed hashes to its server hash", () =>
    eachResult(run, (r) => serverHash(r.serverSeed) === r.serverHash),
  );
  attempt(run, "result-hash", "SHA-256(userSeed ‖ serverSeed)", () =>
    eachResult(run, (r) => roll(r.userSeed, r.serverSeed).resultHash === r.resultHash),
  );
  attempt(run, "number", "v and Number are the first six characters", () =>
    eachResult(run, (r) => {
      const { v } = roll(r.userSeed, r.serverSeed);
      return v === r.v && String(numberOf(v)) === r.number;
    }),
  );
}

async function log(run: Verification, kind: KindVerifier, trust: Trust): Promise<void> {
  const p = run.bundle.log;
  if (p === null) {
    skip(run, "log", "not in the public log yet");
    return skip(run, "checkpoint", "not in the public log yet");
  }
  const { openCheckpoint } = await import("./checkpoint.ts");
  let root = "";
  let refusal: unknown = null;
  try {
    const cp = openCheckpoint(p.checkpoint, p.publicKey);
    root = cp.root;
    if (cp.size !== p.treeSize) mismatch(`the checkpoint has ${cp.size} leaves`);
    if (trust.logKey !== undefined && trust.logKey !== p.publicKey)
      mismatch("signed by another key than the trusted one");
  } catch (error) {
    refusal = error;
  }
  attempt(run, "log", `leaf ${p.index} of ${p.treeSize}`, () => included(run, kind, p, root));
  if (refusal === null) attempt(run, "checkpoint", "signature and size hold", () => undefined);
  else fail(run, "checkpoint", refusal);
}

function included(run: Verification, kind: KindVerifier, p: LogProof, root: string): void {
  kind.leaf(run, p.leaf);
  checkInclusion(p.leaf, p.index, p.treeSize, root, p.proof);
}
