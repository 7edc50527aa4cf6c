import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { LoginForm, passwordHints, RegisterForm } from "./credentials.ts";

const register = (change: object) =>
  v.safeParse(RegisterForm, {
    account: "astra77",
    password: "passw0rd",
    spreadCode: "",
    agreed: { terms: true, hash: true },
    ...change,
  });
const login = (change: object) =>
  v.safeParse(LoginForm, {
    account: "astra77",
    password: "passw0rd",
    agreed: { warning: true, age: true, hash: true },
    ...change,
  });
const messages = (result: ReturnType<typeof register> | ReturnType<typeof login>) =>
  (result.issues ?? []).map((issue) => issue.message);

describe("register (product spec §5)", () => {
  test("accepts 6 to 13 letters or digits, commas and spaces stripped", () => {
    expect(register({}).success).toBe(true);
    const spaced = register({ account: " as,tra 77 ", password: "pass w0rd," });
    expect(spaced.success && spaced.output).toMatchObject({ account: "astra77", password: "passw0rd" });
  });
  test.each(["astra", "a".repeat(14), "astra-77", "用户名称七七", ""])("refuses the account %j", (account) => {
    expect(messages(register({ account }))).toEqual(["account"]);
  });
  test.each([["short1a"], ["onlyletters"], ["1234567890"], [`a1${"b".repeat(15)}`]])(
    "refuses the password %j",
    (password) => {
      expect(messages(register({ password }))).toEqual(["registerPassword"]);
    },
  );
  test("counts characters of a password as the server does: one outside of the basic plane is one", () => {
    expect(passwordHints("a1😀😀😀😀").length).toBe(false);
    expect(passwordHints("a1😀😀😀😀😀😀").length).toBe(true);
    expect(passwordHints(`a1${"😀".repeat(14)}`).length).toBe(true);
    expect(passwordHints(`a1${"😀".repeat(15)}`).length).toBe(false);
  });
  test("an empty password is told apart from a bad one", () => {
    expect(messages(register({ password: " , " }))).toContain("registerPasswordEmpty");
  });
  test.each([
    { terms: false, hash: true },
    { terms: true, hash: false },
  ])("needs both boxes: %o", (agreed) => {
    expect(messages(register({ agreed }))).toEqual(["registerAgree"]);
  });
});

describe("login (product spec §5)", () => {
  test("takes any account that is not empty and a password of six", () => {
    expect(login({ account: "x", password: "123456" }).success).toBe(true);
    expect(messages(login({ account: "  " }))).toEqual(["account"]);
    expect(messages(login({ password: "12345" }))).toEqual(["loginPassword"]);
    expect(messages(login({ password: "" }))).toContain("loginPasswordEmpty");
  });
  test.each(["warning", "age", "hash"])("needs the box %s", (box) => {
    const agreed = { warning: true, age: true, hash: true, [box]: false };
    expect(messages(login({ agreed }))).toEqual(["loginAgree"]);
  });
});

test("password hints say what is missing", () => {
  expect(passwordHints("abc")).toEqual({ length: false, letter: true, digit: false });
  expect(passwordHints("abcdefg1")).toEqual({ length: true, letter: true, digit: true });
});
