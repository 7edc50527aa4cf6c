import { badInput, isLine } from "./input.ts";
import { checkDerivation, type Derivation, deriveBytes, type Key } from "./seed.ts";

export type StreamLabel = "roll" | "rain" | "deck" | "tie";

/** An endless sequence of uniform integers: HMAC blocks read as big-endian uint64. */
export class Stream {
  private readonly key: Key;
  private readonly lines: readonly string[];
  private block: DataView = new DataView(new ArrayBuffer(0));
  private next = 0;
  private used = 0;

  constructor(key: Key, label: StreamLabel | (string & {}), d: Derivation) {
    if (!isLine(label)) badInput(`stream label ${label}`);
    checkDerivation(d);
    this.key = key;
    this.lines = ["BOX1/stream", label, d.scope, d.beacon, d.ctx];
  }

  /** 0 … n-1, each exactly equally likely; x at or above the largest multiple of n is skipped. */
  uniformBig(n: bigint): bigint {
    if (n < 1n || n > 1n << 64n) badInput(`uniform over ${n}`);
    const limit = (1n << 64n) - ((1n << 64n) % n);
    for (;;) {
      const x = this.uint64();
      if (x < limit) return x % n;
    }
  }

  /** uniformBig for a safe integer. */
  uniform(n: number): number {
    if (!Number.isSafeInteger(n)) badInput(`uniform over ${n}`);
    return Number(this.uniformBig(BigInt(n)));
  }

  private uint64(): bigint {
    if (this.used === this.block.byteLength) {
      const bytes = deriveBytes(this.key, [...this.lines, this.next]);
      this.block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      this.next++;
      this.used = 0;
    }
    const x = this.block.getBigUint64(this.used);
    this.used += 8;
    return x;
  }
}

/** The first k places of a forward Fisher–Yates over a copy of list. */
export function shuffled<T>(stream: Stream, list: readonly T[], k: number): T[] {
  const out = [...list];
  for (let i = 0; i < k && i < out.length - 1; i++) {
    const j = i + stream.uniform(out.length - i);
    const kept = out[i] as T;
    out[i] = out[j] as T;
    out[j] = kept;
  }
  return out.slice(0, k);
}
