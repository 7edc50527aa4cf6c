import { expect, it } from "vitest";
import { csv } from "./csv.ts";

it("quotes what needs it and runs nothing", () => {
  expect(
    csv([
      ["a", 'b "c"', "d,e", "f\ng"],
      ["=1+1", "-2", "@x", "1-2"],
    ]),
  ).toBe('a,"b ""c""","d,e","f\ng"\r\n\'=1+1,\'-2,\'@x,1-2\r\n');
});
