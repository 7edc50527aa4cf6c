import { describe, expect, it } from "vitest";
import { isCard, isCode, isNewPassword, isPhone, strip, stripCard } from "./rules.ts";

describe("what the identity forms accept", () => {
  it.each([
    ["13800138000", true],
    ["19912345678", true],
    ["12800138000", false],
    ["1380013800", false],
    ["138001380001", false],
    ["", false],
  ])("phone %s: %s", (text, good) => expect(isPhone(text)).toBe(good));

  it.each([
    ["abcdefg1", true],
    ["Abcdefghij1234567890".slice(0, 20), true],
    ["abcdefgh", false],
    ["ABCDEFG1", false],
    ["abc1", false],
    ["a1".repeat(11), false],
  ])("new password %s: %s", (text, good) => expect(isNewPassword(text)).toBe(good));

  it.each([
    ["11010519491231002X", true],
    ["11010519491231002x", true],
    ["110105174912310021", false],
    ["11010519491331002X", false],
    ["1101051949123100", false],
  ])("card %s: %s", (text, good) => expect(isCard(text)).toBe(good));

  it("takes spaces and commas out", () => {
    expect(strip(" a,b，c ")).toBe("abc");
    expect(stripCard(" 110105 1949 ")).toBe("1101051949");
    expect(isCode("12345")).toBe(false);
    expect(isCode("123456")).toBe(true);
  });
});
