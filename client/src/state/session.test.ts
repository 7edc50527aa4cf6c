import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeServer } from "../test-kit.tsx";
import { queryClient } from "./query.ts";
import { loadUser, signOut, useSession } from "./session.ts";
import { useWallet } from "./wallet.ts";

const VIP = ["mine", "vip"];

beforeEach(() => {
  localStorage.setItem("token", "t");
  useSession.setState({ token: "t", user: null, dialog: null });
  useWallet.setState({ gemsCents: 500, realCents: 20, bagCount: 7 });
  queryClient.setQueryData(VIP, { vipLevel: 3 });
});
afterEach(() => vi.unstubAllGlobals());

function isForgotten(): void {
  expect(useSession.getState()).toMatchObject({ token: "", user: null });
  expect(localStorage.getItem("token")).toBeNull();
  expect(useWallet.getState()).toMatchObject({ gemsCents: 0, realCents: 0, bagCount: 0 });
  expect(queryClient.getQueryData(VIP)).toBeUndefined();
}

test("logging out clears the user, the token, the bag's count and what is known of VIP", async () => {
  const server = fakeServer({});
  await signOut(true);
  expect(server.posts.map(({ path }) => path)).toEqual(["/api/user/logout"]);
  isForgotten();
});

test("a user-info call that fails clears the same", async () => {
  fakeServer({ "/api/user/info": [{ errCode: 104 }] });
  await loadUser();
  isForgotten();
});

test("a server that is only busy clears nothing", async () => {
  fakeServer({ "/api/user/info": [{ errCode: 5001 }] });
  await loadUser();
  expect(useSession.getState().token).toBe("t");
  expect(useWallet.getState().bagCount).toBe(7);
});

test("nobody asks for the user of a visitor, nor of a token that reads undefined", async () => {
  const server = fakeServer({});
  useSession.setState({ token: "" });
  await loadUser();
  expect(server.asked).toEqual([]);
  localStorage.setItem("token", "undefined");
  vi.resetModules();
  const fresh = await import("./session.ts");
  expect(fresh.sessionToken()).toBe("");
  await fresh.loadUser();
  expect(server.asked).toEqual([]);
});
