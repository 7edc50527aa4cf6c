import { decode } from "@msgpack/msgpack";
import { describe, expect, it } from "vitest";
import { encodeFrame, type FrameValue } from "../net/frame.ts";
import type { ReadEvent } from "../net/topic-stream.ts";
import * as shared from "./gen.ts";
import * as wire from "./gen-wire.ts";
import { type Shape, ShapeError } from "./shape.ts";

const gen = { ...shared, ...wire };

/** The reader of every topic's events. */
const readers = Object.fromEntries(
  Object.entries(shared).flatMap(([name, read]) =>
    name.endsWith("Events") ? [[name.slice(0, -"Events".length), read as ReadEvent<object>] as const] : [],
  ),
);

interface Golden {
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly topic: string;
  readonly full: { readonly hex: string; readonly json: unknown };
  readonly empty: { readonly hex: string; readonly json: unknown };
}

const goldens = Object.values(
  import.meta.glob<Golden>("../../../protocol/testdata/*.json", { eager: true, import: "default" }),
);

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function shapeOf(golden: Golden): Shape<object> {
  const name = ["Event", "Error"].includes(golden.type) ? `${golden.type}Envelope` : golden.type;
  const shape = (gen as unknown as Record<string, Shape<object> | undefined>)[name];
  if (shape === undefined) throw new Error(`gen.ts has no ${name}`);
  return shape;
}

/** What a message is as JSON, which knows no bytes; an empty list and nothing are one there, as in what Go writes. */
function asJSON(value: unknown): unknown {
  return withoutNull(
    JSON.parse(
      JSON.stringify(value, (_, v: unknown) => (v instanceof Uint8Array ? btoa(String.fromCharCode(...v)) : v)),
    ),
  );
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutNull);
  if (typeof value !== "object" || value === null) return value === "" || value === null ? undefined : value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutNull(field)]));
}

/** Bodies stay undecoded in envelopes: in JSON they read as the nested arrays that msgpack gives. */
const inbound = new Set(["Hello", "Subscribe", "Unsubscribe", "Command", "Ping"]);

describe("[ENV4] golden files", () => {
  it("are all here", () => {
    expect(goldens.length).toBe(
      Object.keys(gen.eventType).length + Object.keys(gen.envelopeType).length + inbound.size - 5,
    );
  });

  for (const golden of goldens) {
    for (const form of ["full", "empty"] as const) {
      it(`${golden.name} (${form}) reads the same from msgpack and from JSON`, () => {
        const shape = shapeOf(golden);
        const tuple = decode(fromHex(golden[form].hex));
        const message = shape.fromTuple(tuple);
        if (form === "full" || !golden.topic) expect(asJSON(message)).toEqual(withoutNull(golden[form].json));
        expect(shape.fromTuple(shape.toTuple(message))).toEqual(message);
        if (inbound.has(golden.name)) {
          expect(toHex(encodeFrame(shape.toTuple(message) as readonly FrameValue[]))).toBe(golden[form].hex);
        }
      });
    }

    it(`${golden.name} refuses a tuple of another length or another kind`, () => {
      const shape = shapeOf(golden);
      const tuple = decode(fromHex(golden.full.hex)) as unknown[];
      expect(() => shape.fromTuple([...tuple, 0])).toThrow(ShapeError);
      expect(() => shape.fromTuple(tuple.slice(1))).toThrow(ShapeError);
      expect(() => shape.fromTuple(null)).toThrow(ShapeError);
      expect(() => shape.fromTuple([{}, ...tuple.slice(1)])).toThrow(ShapeError);
    });

    if (golden.topic) {
      it(`${golden.name} is an event of ${golden.topic} and of no other topic`, () => {
        const body = decode(fromHex(golden.full.hex));
        expect(readers).toHaveProperty(golden.topic);
        for (const [topic, read] of Object.entries(readers)) {
          const event = read(golden.number, body);
          if (topic === golden.topic) expect(event).toMatchObject({ type: golden.number, body: golden.full.json });
          else expect(event).toBeNull();
        }
      });
    } else if (!inbound.has(golden.name)) {
      it(`${golden.name} is an envelope from the server`, () => {
        const envelope = gen.decodeEnvelope(decode(fromHex(golden.full.hex)));
        expect(envelope?.kind).toBe(golden.name[0]?.toLowerCase() + golden.name.slice(1));
      });
    }
  }
});

describe("shape", () => {
  it("[ENV6] refuses numbers at and above 2^53, fractions, strings and absent fields", () => {
    for (const total of [2 ** 53, -(2 ** 53), 0.5, "1", null, undefined, Number.NaN]) {
      expect(() => gen.Counters.fromTuple([0, total, true])).toThrow(ShapeError);
    }
  });

  it("names the place of the fault", () => {
    const bad = [[[], [Array(12).fill("x")], [1, 2, true]]];
    expect(() => gen.FeedSnapshot.fromTuple(bad[0])).toThrow("FeedSnapshot.live[0].def: wanted int32, got string");
  });

  it("reads neither an absent list nor an absent object", () => {
    expect(gen.LobbySnapshot.fromTuple([[]])).toEqual({ battles: [] });
    expect(() => gen.LobbySnapshot.fromTuple([null])).toThrow(ShapeError);
    expect(() => gen.SeatChanged.fromTuple([null])).toThrow(ShapeError);
  });

  it("knows no words outside its unions", () => {
    expect(gen.BattleMode.fromTuple("teams")).toBe("teams");
    expect(() => gen.BattleMode.fromTuple("solo")).toThrow(ShapeError);
  });
});

describe("[ERR3] error numbers", () => {
  it("are final from the first of a run to its last, and no further", () => {
    expect([4406, 4407, 4408, 4410].map(gen.isRetryable)).toEqual([false, true, false, false]);
    expect([4400, 4401, 5800, 5803, 5804].map(gen.isRetryable)).toEqual([true, false, false, false, true]);
  });

  it("read unknown ones as internal", () => {
    expect(gen.isRetryable(gen.errorCode.priceChanged)).toBe(false);
    expect(gen.isRetryable(gen.errorCode.busy)).toBe(true);
    expect(gen.isRetryable(987654)).toBe(gen.isRetryable(gen.errorCode.internal));
  });
});
