import { beforeEach, expect, test, vi } from "vitest";
import { errorCode } from "../protocol/gen.ts";
import { useSession } from "../state/session.ts";
import { useWallet } from "../state/wallet.ts";
import * as toasts from "../ui/toast.tsx";
import { onSessionEnded } from "./session-guard.ts";

beforeEach(() => {
  vi.spyOn(toasts, "toast").mockImplementation(() => undefined);
  localStorage.setItem("token", "t1");
  useSession.setState({ token: "t1", dialog: null });
  useWallet.setState({ gemsCents: 500 });
});

test.each([errorCode.tokenInvalid, errorCode.loginInvalid])("%i clears the session and opens the login", (code) => {
  onSessionEnded(code);
  expect(useSession.getState()).toMatchObject({ token: "", user: null, dialog: "login" });
  expect(localStorage.getItem("token")).toBeNull();
  expect(useWallet.getState().gemsCents).toBe(0);
});

test("said twice, it is shown once", () => {
  onSessionEnded(errorCode.tokenInvalid);
  useSession.setState({ dialog: null });
  onSessionEnded(errorCode.tokenInvalid);
  expect(toasts.toast).toHaveBeenCalledTimes(1);
  expect(useSession.getState().dialog).toBeNull();
});

test("any other error leaves the player logged in", () => {
  onSessionEnded(errorCode.funds);
  expect(useSession.getState().token).toBe("t1");
  expect(toasts.toast).not.toHaveBeenCalled();
});
