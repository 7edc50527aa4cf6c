import { beforeEach, expect, test } from "vitest";
import { hideProps, showProps, useProps } from "./props.ts";

const gift = (opId: string) => ({ opId, items: [{ id: "1", def: 1, valueCents: 5 }] });
const waiting = () => useProps.getState().drops.map(({ opId }) => opId);

beforeEach(() => useProps.setState({ drops: [] }));

test("two gifts are shown together, and each goes by itself", () => {
  showProps(gift("1"));
  showProps(gift("2"));
  expect(waiting()).toEqual(["1", "2"]);
  hideProps("1");
  expect(waiting()).toEqual(["2"]);
  hideProps("1");
  expect(waiting()).toEqual(["2"]);
});

test("a gift that is told twice is shown once", () => {
  showProps(gift("1"));
  showProps(gift("1"));
  expect(waiting()).toEqual(["1"]);
});
