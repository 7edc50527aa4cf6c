import { beforeEach, expect, it } from "vitest";
import { spreadCode } from "./spread.ts";

const at = (search: string) => history.replaceState(null, "", `/${search}`);

beforeEach(() => {
  sessionStorage.clear();
  at("");
});

it("takes the code of a link and keeps it for the tab", () => {
  expect(spreadCode()).toBe("");
  at("?spreadCode=AB23CD45");
  expect(spreadCode()).toBe("AB23CD45");
  at("?x=1");
  expect(spreadCode()).toBe("AB23CD45");
  at("?poster=ZZ99ZZ99");
  expect(spreadCode()).toBe("ZZ99ZZ99");
});

it("takes nothing that is no code", () => {
  for (const text of ["", "%3Cscript%3E", "a b", "A".repeat(33)]) {
    at(`?poster=${text}`);
    expect(spreadCode()).toBe("");
  }
});
