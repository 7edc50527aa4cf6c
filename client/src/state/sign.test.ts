import { beforeEach, expect, test } from "vitest";
import { useSession } from "./session.ts";
import { closeSign, openSign, useSign } from "./sign.ts";

beforeEach(() => {
  closeSign();
  useSession.setState({ dialog: null });
});

test("both dialogs ask a visitor to log in", () => {
  useSession.setState({ token: "" });
  for (const dialog of ["board", "week"] as const) {
    useSession.setState({ dialog: null });
    openSign(dialog);
    expect(useSession.getState().dialog).toBe("login");
    expect(useSign.getState().dialog).toBeNull();
  }
});

test("they open for a player", () => {
  useSession.setState({ token: "t" });
  openSign("week");
  expect(useSign.getState().dialog).toBe("week");
  expect(useSession.getState().dialog).toBeNull();
});
