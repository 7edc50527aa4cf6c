import { beforeEach, expect, it } from "vitest";
import { spreadCode } from "./spread.ts";

const codeAt = (search: string) => spreadCode(new URLSearchParams(search));

beforeEach(() => sessionStorage.clear());

it("takes the code of a link and keeps it for the tab", () => {
  expect(codeAt("")).toBe("");
  expect(codeAt("spreadCode=AB23CD45")).toBe("AB23CD45");
  expect(codeAt("x=1")).toBe("AB23CD45");
  expect(codeAt("poster=ZZ99ZZ99")).toBe("ZZ99ZZ99");
});

it("takes nothing that is no code", () => {
  for (const text of ["", "%3Cscript%3E", "a b", "A".repeat(33)]) expect(codeAt(`poster=${text}`)).toBe("");
});
