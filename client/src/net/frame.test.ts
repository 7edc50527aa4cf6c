import { encode } from "@msgpack/msgpack";
import { describe, expect, it } from "vitest";
import { encodeFrame, type FrameValue } from "./frame.ts";

describe("[ENV4] a frame of the client is what the library writes", () => {
  const edges = [0, 1, 127, 128, 255, 256, 65_535, 65_536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 40 + 7, 2 ** 53 - 1];
  const lengths = [0, 1, 31, 32, 255, 256, 65_535, 65_536];
  const frames: FrameValue[][] = [
    [],
    [true, false],
    ...edges.map((n) => [2, n]),
    ...lengths.map((n) => [4, "a".repeat(n), new Uint8Array(n).fill(n % 251)]),
    ["玩家 é 🎁", "é".repeat(16)],
    Array.from({ length: 15 }, (_, i) => i),
  ];
  it.each(frames.map((frame, i) => [i, frame] as const))("case %i", (_, frame) => {
    expect(encodeFrame(frame)).toEqual(encode(frame));
  });

  it("refuses what it cannot say", () => {
    for (const n of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => encodeFrame([n])).toThrow(RangeError);
    expect(() => encodeFrame(new Array<number>(16).fill(0))).toThrow(RangeError);
  });
});
