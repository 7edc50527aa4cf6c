import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, test, vi } from "vitest";
import reports from "../../../fairness/testdata/reports.json";
import tampered from "../../../fairness/testdata/tampered.json";
import { type Bundle, parseBundle } from "./bundle.ts";
import { FairnessError } from "./input.ts";
import { verifyBundle } from "./verify.ts";

/** Most of what is changed here leaves the signature as it was, and checking that again would be most of the work. */
vi.mock("@noble/curves/ed25519.js", async (importOriginal) => {
  const { ed25519 } = await importOriginal<typeof import("@noble/curves/ed25519.js")>();
  const known = new Map<string, boolean>();
  const verify: typeof ed25519.verify = (signature, message, key, options) => {
    const asked = [...[signature, message, key].map(bytesToHex), JSON.stringify(options)].join();
    const holds = known.get(asked) ?? ed25519.verify(signature, message, key, options);
    known.set(asked, holds);
    return holds;
  };
  return { ed25519: { ...ed25519, verify } };
});

const files = import.meta.glob<unknown>("../../../fairness/testdata/bundle-*.json", { eager: true, import: "default" });

const golden = new Map(
  Object.entries(files).map(
    ([path, tree]) => [path.replace(/^.*bundle-|\.json$/g, ""), JSON.stringify(tree, null, 1)] as const,
  ),
);

function text(name: string): string {
  const found = golden.get(name);
  if (found === undefined) throw new Error(`no golden bundle ${name}`);
  return found;
}

describe("golden bundles", () => {
  test("every report agrees with the Go verifier's", async () => {
    expect([...golden.keys()].sort()).toEqual(Object.keys(reports).sort());
    for (const [name, want] of Object.entries(reports)) {
      const got = await verifyBundle(parseBundle(text(name)));
      const plain = (r: { ok: boolean; checks: { name: string; ok: boolean; skipped: boolean }[] }) => ({
        ok: r.ok,
        checks: r.checks.map(({ name, ok, skipped }) => ({ name, ok, skipped })),
      });
      expect(plain(got), name).toEqual(plain(want));
    }
  });

  test("a hidden key skips and never passes", async () => {
    const { checks, ok } = await verifyBundle(parseBundle(text("box-hidden")));
    expect(ok).toBe(true);
    expect(checks.filter((c) => c.skipped).map((c) => c.name)).toEqual(["commit", "server-seed"]);
    expect(checks.filter((c) => c.skipped && c.ok)).toEqual([]);
  });

  test("pins what the reader trusts", async () => {
    const b = parseBundle(text("box-revealed"));
    const logKey = b.log?.publicKey ?? "";
    const anchors = (link: string) => [{ round: 0, rounds: 100, link }];
    expect((await verifyBundle(b, { logKey, anchors: anchors(b.beacon.proof.anchor) })).ok).toBe(true);
    expect((await verifyBundle(b, { logKey: `x${logKey}` })).ok).toBe(false);
    expect((await verifyBundle(b, { anchors: anchors("0".repeat(64)) })).ok).toBe(false);
  });

  test("drand waits for its engine", async () => {
    const b = parseBundle(text("box-revealed"));
    b.beacon = { ...b.beacon, source: "drand" };
    expect((await verifyBundle(b)).ok).toBe(false);
  });
});

test("tampered bundles: every check agrees with the Go verifier's", async () => {
  expect(tampered.length).toBeGreaterThan(500);
  const trees = new Map([...golden].map(([name, json]) => [name, JSON.parse(json) as unknown]));
  for (const line of tampered) {
    const tree = trees.get(line.bundle);
    const old = replace(tree, line.path, line.value);
    expect(await letters(tree), JSON.stringify(line)).toBe(line.report);
    replace(tree, line.path, old);
  }
}, 60_000);

test("a field that is there twice is refused, wherever it stands", () => {
  const good = text("box-revealed");
  for (const field of ['"epoch": 1,', '"player": ', '"leaf": ']) {
    expect(good).toContain(field);
    const name = field.slice(0, field.indexOf(":"));
    const twice = good.replace(field, `${name}: "", ${field}`);
    expect(() => parseBundle(twice), field).toThrow("there twice");
  }
  expect(() => parseBundle(good.replace('"name": "', '"name": "\\"name\\": 1, '))).not.toThrow();
});

/** Replaces one scalar in place and returns what stood there. */
function replace(tree: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof tree !== "object" || tree === null) throw new Error("no such place in the bundle");
  const node = tree as Record<string | number, unknown>;
  if (rest.length > 0) return replace(node[key], rest, value);
  const old = node[key];
  node[key] = value;
  return old;
}

/** A report as the Go test writes it: + ok, - failed, . skipped. */
async function letters(tree: unknown): Promise<string> {
  let bundle: Bundle;
  try {
    bundle = parseBundle(JSON.stringify(tree));
  } catch {
    return "refused to parse";
  }
  const { checks } = await verifyBundle(bundle);
  return checks.map((c) => (c.skipped ? "." : c.ok ? "+" : "-")).join("");
}

describe("one byte changed anywhere is refused", () => {
  test.each([...golden.keys()])(
    "%s",
    async (name) => {
      const tree: unknown = JSON.parse(text(name));
      // Every field is changed at its beginning, its end and here and there between.
      const stride = name.startsWith("battle") ? 61 : 17;
      let tried = 0;
      for (const change of changes(tree, "", stride, () => undefined)) {
        tried++;
        expect(await accepted(tree), change).toBe(false);
      }
      expect(tried).toBeGreaterThan(99);
    },
    60_000,
  );
});

async function accepted(tree: unknown): Promise<boolean> {
  let bundle: Bundle;
  try {
    bundle = parseBundle(JSON.stringify(tree));
  } catch (error) {
    expect(error).toBeInstanceOf(FairnessError);
    return false;
  }
  return (await verifyBundle(bundle)).ok;
}

/** Of many entries of a kind, like the rounds of a battle, the first two, one between and the last. */
const isSampled = (i: number, length: number): boolean =>
  length <= 4 || i < 2 || i === Math.floor(length / 2) || i === length - 1;

/** Changes one scalar at a time in place, yields what was changed, and puts it back. */
function* changes(node: unknown, path: string, stride: number, set: (x: unknown) => void): Generator<string> {
  if (Array.isArray(node)) {
    for (const [i, child] of node.entries()) {
      if (!isSampled(i, node.length)) continue;
      yield* changes(child, `${path}[${i}]`, stride, (x) => {
        node[i] = x;
      });
    }
  } else if (typeof node === "object" && node !== null) {
    const object = node as Record<string, unknown>;
    for (const [key, child] of Object.entries(object)) {
      if (key === "name") continue;
      yield* changes(child, `${path}.${key}`, stride, (x) => {
        object[key] = x;
      });
    }
  } else if (typeof node === "string") {
    for (let i = 0; i < node.length; i++) {
      if (i % stride !== 0 && i !== node.length - 1) continue;
      set(node.slice(0, i) + String.fromCharCode(node.charCodeAt(i) ^ 1) + node.slice(i + 1));
      yield `${path} character ${i}`;
    }
    set(`${node}0`);
    yield `${path} longer`;
    set(node);
  } else if (typeof node === "number") {
    for (const other of [node + 1, node === 0 ? 7 : node - 1]) {
      set(other);
      yield `${path} ${node} as ${other}`;
    }
    set(node);
  } else if (node === null) {
    set("0");
    yield `${path} no longer null`;
    set(null);
  }
}

describe("parseBundle", () => {
  const good = text("box-revealed");
  test.each([
    ["empty", ""],
    ["null", "null"],
    ["trailing", `${good}{}`],
    ["unknown field", good.replace('"format"', '"extra": 1, "format"')],
    ["missing field", good.replace('"epoch": 1,', "")],
    ["misspelt field", good.replace('"epoch"', '"Epoch"')],
    ["string for number", good.replace('"epoch": 1,', '"epoch": "1",')],
    ["negative", good.replace('"n": 17', '"n": -17')],
    ["fraction", good.replace('"n": 17', '"n": 17.5')],
    ["beyond 2^53", good.replace('"n": 17', '"n": 9007199254740992')],
    ["undefined", good.replace('"66hash"', "undefined")],
    ["too long", good + " ".repeat(1 << 20)],
  ])("refuses %s", (_, json) => {
    expect(json).not.toBe(good);
    expect(() => parseBundle(json)).toThrow(FairnessError);
  });
});
