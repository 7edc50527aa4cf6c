import { describe, expect, it, vi } from "vitest";
import type { ItemSheet } from "./item-sheet.ts";
import { SheetCache, type SheetSource } from "./sheet-cache.ts";

const source = (key: string): SheetSource => ({ key, entries: [] });

function world() {
  const destroyed: string[] = [];
  const loaded = vi.fn();
  let fail = false;
  const asked: string[] = [];
  let last = "";
  const cache = new SheetCache(260, loaded, async () => {
    const key = last;
    asked.push(key);
    if (fail) throw new Error("no picture");
    return { item: () => undefined, destroy: () => destroyed.push(key) } satisfies ItemSheet;
  });
  const want = (key: string) => {
    last = key;
    return cache.want(source(key));
  };
  return { cache, want, destroyed, loaded, asked, failing: (value: boolean) => (fail = value) };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("SheetCache", () => {
  it("fetches a box once, however often it is wanted, and tells when it is there", async () => {
    const { want, asked, loaded } = world();
    expect(want("1")).toBeNull();
    expect(want("1")).toBeNull();
    await settle();
    expect(want("1")).not.toBeNull();
    expect(asked).toEqual(["1"]);
    expect(loaded).toHaveBeenCalledOnce();
  });

  it("frees what is behind and never what is shown or next", async () => {
    const { cache, want, destroyed } = world();
    for (const key of ["1", "2", "3", "4", "5"]) {
      want(key);
      await settle();
    }
    cache.keep("4", "5");
    expect(destroyed).toEqual(["1", "2"]);
    expect(want("5")).not.toBeNull();
  });

  it("asks again after a failure", async () => {
    const { want, asked, failing } = world();
    failing(true);
    want("1");
    await settle();
    failing(false);
    want("1");
    await settle();
    expect(asked).toEqual(["1", "1"]);
    expect(want("1")).not.toBeNull();
  });

  it("frees a sheet that arrives after the end, and calls nobody", async () => {
    const { cache, want, destroyed, loaded } = world();
    want("1");
    cache.destroy();
    await settle();
    expect(destroyed).toEqual(["1"]);
    expect(loaded).not.toHaveBeenCalled();
  });
});
