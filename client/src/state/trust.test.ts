import { expect, test } from "vitest";
import { changes, forget, recall, see } from "./trust.ts";

const chain = (round: number, link: string) => ({ round, rounds: 100, link });
const site = (logKey: string, ...anchors: ReturnType<typeof chain>[]) =>
  ({ origin: "jadebox", logKey, source: "local", anchors }) as const;

test("the first sight is kept, new chains are added, and a change is told and never taken", () => {
  const first = site("k1", chain(0, "a"));
  expect(changes(first, recall())).toEqual([]);
  see(first);
  const since = recall()?.sinceMs;
  expect(changes(first, recall())).toEqual([]);
  const longer = site("k1", chain(0, "a"), chain(100, "b"));
  see(longer);
  expect(recall()).toEqual({ logKey: "k1", anchors: longer.anchors, sinceMs: since });
  const swapped = site("k1", chain(0, "x"), chain(100, "b"));
  see(swapped);
  expect(changes(swapped, recall())).toEqual([{ what: "anchor", yours: "a", theirs: "x" }]);
  expect(changes(site("k1", chain(100, "b")), recall())).toEqual([{ what: "anchor", yours: "a", theirs: "—" }]);
  const other = site("k2", chain(0, "z"));
  see(other);
  expect(changes(other, recall())).toEqual([{ what: "log-key", yours: "k1", theirs: "k2" }]);
  expect(recall()?.anchors).toEqual(longer.anchors);
  forget();
  see(other);
  expect(changes(other, recall())).toEqual([]);
});

test("what is no memory is none", () => {
  for (const text of ["{", "null", "{}", '{"logKey":1,"anchors":[]}']) {
    localStorage.setItem("trust", text);
    expect(recall()).toBeNull();
  }
});
