import { beforeEach, expect, test } from "vitest";
import { hideProps, showProps, useProps } from "./props.ts";

const gift = (opId: string) => ({ opId, items: [{ id: "1", def: 1, valueCents: 5 }] });
const waiting = () => useProps.getState().drops.map(({ opId }) => opId);

beforeEach(() => useProps.setState({ drops: [] }));

test("two gifts are shown one after the other", () => {
  showProps(gift("1"));
  showProps(gift("2"));
  expect(waiting()).toEqual(["1", "2"]);
  hideProps();
  expect(waiting()).toEqual(["2"]);
  hideProps();
  hideProps();
  expect(waiting()).toEqual([]);
});

test("a gift that is told twice is shown once", () => {
  showProps(gift("1"));
  showProps(gift("1"));
  expect(waiting()).toEqual(["1"]);
});
