/** Trust documents: what a site says of its keys, and what pins them. See fairness/README.md. */
import * as v from "valibot";
import pinned from "../../../fairness/pins.json";
import type { Anchor } from "./beacon.ts";
import type { Bundle } from "./bundle.ts";
import { checkDrand } from "./drand.ts";
import { badInput, isHash } from "./input.ts";
import type { Trust } from "./verification.ts";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const document = v.strictObject({
  format: v.literal("jadebox-trust/1"),
  origin: v.string(),
  policy: v.string(),
  beacon: v.strictObject({
    source: v.picklist(["local", "drand"]),
    anchors: v.array(
      v.strictObject({ round: count, rounds: v.pipe(count, v.minValue(1)), link: v.pipe(v.string(), v.check(isHash)) }),
    ),
  }),
});

export interface TrustDocument {
  readonly origin: string;
  readonly logKey: string;
  readonly source: "local" | "drand";
  readonly anchors: readonly Anchor[];
}

/**
 * Reads a document and throws on what it does not know: a policy with witnesses asks for more than a BOX1 proof has.
 */
export function parseTrust(raw: unknown): TrustDocument {
  const parsed = v.safeParse(document, raw);
  if (!parsed.success) badInput(`trust document: ${parsed.issues[0].message}`);
  const { origin, policy, beacon } = parsed.output;
  const logKey = policyKey(policy);
  if (logKey.split("+")[0] !== origin) badInput(`trust document: origin ${origin}`);
  return { origin, logKey, source: beacon.source, anchors: beacon.anchors };
}

function policyKey(policy: string): string {
  let key = "";
  for (const line of policy.split("\n")) {
    const words = line.split(/\s+/).filter(Boolean);
    const [what = "#", value = ""] = words;
    if (what.startsWith("#")) continue;
    if (what === "log" && key === "" && (words.length === 2 || words.length === 3)) key = value;
    else if (what !== "quorum" || value !== "none" || words.length !== 2) badInput(`trust policy: ${line}`);
  }
  if (!/^[^ +]+\+[0-9a-f]{8}\+.+$/.test(key)) badInput("trust policy: no log");
  return key;
}

/** The documents that this build was made with; the command line has the same. */
export const pins: readonly TrustDocument[] = (pinned as readonly unknown[]).map(parseTrust);

/**
 * What is pinned of the log that the bundle names: who takes the name without the key is then refused. The key of
 * drand's quicknet is known without a pin.
 */
export function trustFor(b: Bundle, all: readonly TrustDocument[] = pins): Trust {
  const origin = b.log?.publicKey.split("+")[0];
  const pin = all.find((one) => one.origin === origin);
  const known: Trust = { drand: checkDrand };
  return pin === undefined ? known : { ...known, logKey: pin.logKey, anchors: pin.anchors };
}
