import { beforeEach, describe, expect, test, vi } from "vitest";
import { errorCode } from "../protocol/gen.ts";
import { keys, queryClient } from "../state/query.ts";
import { isReplaced, renewSession, renewToken } from "../state/renewal.ts";
import { type User, useSession } from "../state/session.ts";
import { useWallet } from "../state/wallet.ts";
import * as toasts from "../ui/toast.ts";
import { onSessionEnded, startNetwork } from "./session-guard.ts";

beforeEach(() => {
  vi.spyOn(toasts, "toast").mockImplementation(() => undefined);
  localStorage.clear();
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

test("the end of a session that is being renewed is no news", async () => {
  let answer: (token: { token: string }) => void = () => undefined;
  const renewal = renewSession(() => new Promise<{ token: string }>((resolve) => (answer = resolve)));
  onSessionEnded(errorCode.tokenInvalid);
  expect(useSession.getState()).toMatchObject({ token: "t1", dialog: null });
  expect(toasts.toast).not.toHaveBeenCalled();
  answer({ token: "" });
  await renewal;
  onSessionEnded(errorCode.tokenInvalid);
  expect(useSession.getState()).toMatchObject({ token: "", dialog: "login" });
});

test("another token of the same session asks for nothing anew, and leaves the other tabs word whose it is", async () => {
  useSession.setState({ user: { ...EMPTY_USER, name: "Astra", balance: 1, otherBalance: 0, bagNum: 0 } as User });
  await renewToken(async () => {
    expect(Number(localStorage.getItem("tokenRenewing"))).toBeGreaterThan(Date.now());
    return { token: "t2" };
  });
  expect(useSession.getState()).toMatchObject({ token: "t2", user: { name: "Astra" } });
  expect(localStorage.getItem("token")).toBe("t2");
  expect(localStorage.getItem("tokenBefore")).toBe("t1");
  expect(localStorage.getItem("tokenRenewing")).toBeNull();
});

test("a renewal that fails hides no later end", async () => {
  await expect(renewSession(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  onSessionEnded(errorCode.tokenInvalid);
  expect(useSession.getState().dialog).toBe("login");
});

/** What a browser tells this tab when another one writes. */
function otherTabStores(token: string | null): void {
  if (token === null) localStorage.removeItem("token");
  else localStorage.setItem("token", token);
  dispatchEvent(new StorageEvent("storage", { key: "token", newValue: token }));
}

describe("two tabs", () => {
  startNetwork();
  const user = { name: "Astra", balance: 12.5, otherBalance: 0, bagNum: 3 };
  const asked = vi.fn<(token: string | null) => unknown>();

  beforeEach(() => {
    asked.mockReset();
    vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
      const data = asked(new Headers(init?.headers).get("token"));
      return Response.json({ code: 200, errCode: 0, errMsg: "", msg: "", sysTime: 1, data });
    });
  });

  test("logging out in the other one logs out here, without a word", () => {
    otherTabStores(null);
    expect(useSession.getState()).toMatchObject({ token: "", user: null, dialog: null });
    expect(useWallet.getState().gemsCents).toBe(0);
    expect(asked).not.toHaveBeenCalled();
  });

  test("the server's word on it is no news, even when it comes first", () => {
    localStorage.removeItem("token");
    onSessionEnded(errorCode.tokenInvalid);
    expect(useSession.getState()).toMatchObject({ token: "", dialog: null });
    expect(toasts.toast).not.toHaveBeenCalled();
  });

  test("another player in the other one plays here, too, and nothing of the first is left", async () => {
    asked.mockReturnValue({ ...EMPTY_USER, ...user });
    queryClient.setQueryData(keys.seed, "the first player's");
    otherTabStores("t2");
    expect(useSession.getState()).toMatchObject({ token: "t2", user: null, dialog: null });
    expect(useWallet.getState().gemsCents).toBe(0);
    expect(queryClient.getQueryData(keys.seed)).toBeUndefined();
    await vi.waitFor(() => expect(useSession.getState().user?.name).toBe("Astra"));
    expect(asked.mock.calls).toEqual([["t2"]]);
    expect(useWallet.getState()).toMatchObject({ gemsCents: 1250, bagCount: 3 });
    expect(toasts.toast).not.toHaveBeenCalled();
  });

  test("a token that another tab has had replaced is of the same player, who goes on without a word", () => {
    useSession.setState({ user: { ...EMPTY_USER, ...user } as User });
    localStorage.setItem("tokenBefore", "t1");
    otherTabStores("t2");
    expect(useSession.getState()).toMatchObject({ token: "t2", user: { name: "Astra" }, dialog: null });
    expect(useWallet.getState().gemsCents).toBe(500);
    expect(asked).not.toHaveBeenCalled();
  });

  test("while another tab has its token replaced, the end of the one of before is no news, and a read waits", async () => {
    localStorage.setItem("tokenRenewing", String(Date.now() + 60_000));
    onSessionEnded(errorCode.tokenInvalid);
    expect(useSession.getState()).toMatchObject({ token: "t1", dialog: null });
    const waited = isReplaced("t1", true);
    localStorage.setItem("tokenBefore", "t1");
    localStorage.setItem("token", "t2"); // what the browser tells of it comes later
    await expect(waited).resolves.toBe(true);
    expect(useSession.getState().token).toBe("t2");
    localStorage.removeItem("tokenRenewing");
    await expect(isReplaced("t2", true)).resolves.toBe(false);
  });

  test("what else another tab stores changes nothing here", () => {
    dispatchEvent(new StorageEvent("storage", { key: "muted", newValue: "1" }));
    otherTabStores("t1");
    expect(useSession.getState().token).toBe("t1");
    expect(useWallet.getState().gemsCents).toBe(500);
    expect(asked).not.toHaveBeenCalled();
  });
});

const EMPTY_USER = {
  id: "7",
  avatar: "",
  headPortraitBox: "",
  createTime: 1,
  phone: "",
  boundPhone: "",
  steamId: "",
  steamUrl: "",
  isRealName: 0,
  realNameState: "none",
  spreadCode: "",
  clientSeed: "",
  vipLevel: 0,
  status: 0,
  recharge: false,
  renameMs: 0,
  streamer: false,
};
