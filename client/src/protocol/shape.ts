/**
 * Strict readers of the socket's wire: a Shape reads and writes one type as a msgpack tuple. Nothing is coerced.
 * Deliberately absent: the messages (gen.ts), and the answers of HTTP calls (net/http.ts).
 */
export interface Shape<T> {
  fromTuple(value: unknown, path?: string): T;
  toTuple(value: T): unknown;
}

/** The wire broke its own rules: a bug or a server of another version, never the player's mistake. */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
  constructor(path: string, wanted: string, value: unknown) {
    super(`${path || "value"}: wanted ${wanted}, got ${shown(value)}`);
  }
}

function shown(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `array of ${value.length}`;
  return typeof value === "number" ? String(value) : typeof value;
}

function scalar<T>(wanted: string, is: (value: unknown) => value is T): Shape<T> {
  const read = (value: unknown, path = ""): T => {
    if (!is(value)) throw new ShapeError(path, wanted, value);
    return value;
  };
  return { fromTuple: read, toTuple: (value) => value };
}

function integer(wanted: string, min: number, max: number): Shape<number> {
  return scalar(wanted, (v): v is number => Number.isSafeInteger(v) && (v as number) >= min && (v as number) <= max);
}

export const bool = scalar("boolean", (v): v is boolean => typeof v === "boolean");
export const str = scalar("string", (v): v is string => typeof v === "string");
export const u8 = integer("uint8", 0, 0xff);
export const u16 = integer("uint16", 0, 0xffff);
export const u32 = integer("uint32", 0, 0xffff_ffff);
export const i32 = integer("int32", -0x8000_0000, 0x7fff_ffff);
export const i64 = integer("integer below 2^53", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
/** Any finite number: shares and rates. Amounts are integers. */
export const f64 = /* @__PURE__ */ scalar(
  "finite number",
  (v): v is number => typeof v === "number" && Number.isFinite(v),
);
export const u64 = integer("natural number below 2^53", 0, Number.MAX_SAFE_INTEGER);

/** A body whose shape the receiver picks by its event type. */
export const raw: Shape<unknown> = { fromTuple: (v) => v, toTuple: (v) => v };

/** msgpack bin. */
export const bytes: Shape<Uint8Array> = {
  fromTuple(value, path = "") {
    if (!(value instanceof Uint8Array)) throw new ShapeError(path, "bytes", value);
    return value;
  },
  toTuple: (value) => value,
};

export function oneOf<const V extends readonly string[]>(values: V): Shape<V[number]> & { readonly values: V } {
  const set = new Set<unknown>(values);
  return { ...scalar(values.join("|"), (v): v is V[number] => set.has(v)), values };
}

export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  return {
    fromTuple: (value, path = "") => items(value, path).map((v, i) => item.fromTuple(v, `${path}[${i}]`)),
    toTuple: (value) => value.map((v) => item.toTuple(v)),
  };
}

function items(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ShapeError(path, "array", value);
  return value;
}

export function nullable<T>(inner: Shape<T>): Shape<T | null> {
  return {
    fromTuple: (value, path) => (value === null ? null : inner.fromTuple(value, path)),
    toTuple: (value) => (value === null ? null : inner.toTuple(value)),
  };
}

type Fields<T> = { readonly [K in keyof T]: Shape<T[K]> };

/** Fields stand in the order of the tuple. */
export function struct<T extends object>(name: string, fields: Fields<T>): Shape<T> {
  const keys = Object.keys(fields) as (keyof T & string)[];
  return {
    fromTuple(value, path = name) {
      const tuple = items(value, path);
      if (tuple.length !== keys.length) throw new ShapeError(path, `tuple of ${keys.length}`, value);
      const out: Partial<T> = {};
      keys.forEach((key, i) => {
        out[key] = fields[key].fromTuple(tuple[i], `${path}.${key}`);
      });
      return out as T;
    },
    toTuple: (value) => keys.map((key) => fields[key].toTuple(value[key])),
  };
}
