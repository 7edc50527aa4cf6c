import { expect, test } from "vitest";
import { isCommon } from "./common-password.ts";

test.each(["password1", "Passw0rd", "qwerty123", "12341234", "senha123", "xxplayer77yy"])(
  "%s is common",
  (password) => {
    expect(isCommon(password, "Player77")).toBe(true);
  },
);

test.each(["kite9river", "Tq7mzLw2", "correct horse 1"])("%s is not", (password) => {
  expect(isCommon(password, "somebody")).toBe(false);
  expect(isCommon(password, "")).toBe(false);
});
