import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useIdentity } from "../../state/identity.ts";
import { queryClient } from "../../state/query.ts";
import { type User, useSession } from "../../state/session.ts";
import { englishPlayer, type FakeServer, fakeServer } from "../../test-kit.tsx";
import { Toasts } from "../../ui/toasts.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { PhoneDialog } from "./phone-dialog.tsx";
import { RealNameDialog } from "./real-name-dialog.tsx";
import { SteamDialog } from "./steam-dialog.tsx";
import { TradeDialog } from "./trade-dialog.tsx";

const PHONE = "13800138000";
const UNBIND = "/api/personal/center/unbundling/phone";
const BIND = "/api/personal/center/bundling/phone";
const EMPTY = {
  avatar: "",
  headPortraitBox: "",
  createTime: 1,
  phone: "astra77",
  steamId: "",
  steamUrl: "",
  isRealName: 0,
  realNameState: "none",
};
const MORE = {
  id: "5",
  name: "Astra",
  spreadCode: "",
  clientSeed: "",
  vipLevel: 0,
  status: 6,
  bagNum: 0,
  giftCents: 0,
  toPlayCents: 0,
  renameMs: 0,
  recharge: false,
};
const user = (change: object = {}) =>
  ({ ...EMPTY, ...MORE, balance: 1, otherBalance: 0, boundPhone: "", streamer: false, ...change }) as User;

let server: FakeServer;

beforeEach(async () => {
  await englishPlayer("identity", "errors");
  useSession.setState({ token: "t", dialog: null, user: user() });
  useIdentity.setState({ dialog: null, forPassword: false, phone: "" });
  server = fakeServer({
    "/api/user/info": [user()],
    "/api/main/getSmsStatus": [true],
    "/api/main/web/info": [{ demo: false }],
  });
});
afterEach(() => vi.unstubAllGlobals());

function draw(dialog: ReactNode): () => void {
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        {dialog}
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  ).unmount;
}
const field = (label: string) =>
  screen.getAllByLabelText(label).find((it) => it instanceof HTMLInputElement) as HTMLElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));
const writes = () => server.posts.map(({ path }) => path);

test("without a phone or a code nothing is sent, and each field says so", async () => {
  draw(<PhoneDialog />);
  press("Bind");
  expect(await screen.findByText("Please enter your phone number")).toBeTruthy();
  expect(screen.getByText("The verification code cannot be empty")).toBeTruthy();
  expect(server.asked).not.toContain(BIND);
});

test("a phone that is somebody's gets no code, and says so", async () => {
  server.answers["/api/user/check/phone"] = [{ checkStatus: false }];
  draw(<PhoneDialog />);
  type("Phone number", PHONE);
  press("Send code");
  expect(await screen.findByText("This phone number is already in use")).toBeTruthy();
  expect(server.asked).not.toContain("/api/captcha");
  expect(writes()).toEqual([]);
});

test("a bound phone is unbound by its code before another can be bound", async () => {
  useSession.setState({ user: user({ boundPhone: "138******00" }) });
  server.answers[UNBIND] = [{ token: "t2" }];
  draw(<PhoneDialog />);
  type("Phone number", PHONE);
  type("Verification code", "123456");
  press("Unbind");
  expect(await screen.findByRole("button", { name: "Bind", hidden: true })).toBeTruthy();
  expect(server.posts).toMatchObject([{ path: UNBIND, body: { phone: PHONE, code: "123456" } }]);
});

test("the token of the answer is the session, and a password that comes with it is told before home is loaded anew", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  server.answers[BIND] = [{ token: "t2", password: "Vane7harbor" }];
  draw(<PhoneDialog />);
  type("Phone number", PHONE);
  type("Verification code", "123456");
  press("Bind");
  expect(await screen.findByText("Vane7harbor")).toBeTruthy();
  expect(localStorage.getItem("token")).toBe("t2");
  expect(useSession.getState().token).toBe("t2");
  expect(server.asked).toContain("/api/user/info"); // the user is asked for anew
  expect(assign).not.toHaveBeenCalled();
  press("I have kept it");
  expect(assign.mock.calls).toEqual([["/"]]);
});

test("a trade link is needed, and spaces and commas are taken out of it", async () => {
  server.answers["/api/main/getSmsStatus"] = [false];
  server.answers["/api/user/info/upBindSteamUrl"] = [null];
  queryClient.setQueryData(["sms-status"], false);
  draw(<TradeDialog />);
  press("Save");
  expect(await screen.findByText("Please enter the trade link")).toBeTruthy();
  expect(writes()).toEqual([]);
  type("Trade link", " https://steam,community.com/x ");
  press("Save");
  await waitFor(() => expect(server.posts).toHaveLength(1));
  expect(server.posts[0]?.body).toMatchObject({ steamUrl: "https://steamcommunity.com/x" });
});

test("a reset that fails for no reason of its own says the specification's", async () => {
  server.answers["/api/personal/center/password"] = [{ errCode: 5000 }];
  draw(<PasswordDialog />);
  type("Phone number", PHONE);
  type("Verification code", "123456");
  type("New password", "quiet9lantern");
  press("Change it");
  expect(await screen.findByText("The operation failed, please try again later")).toBeTruthy();
  expect(useSession.getState().token).toBe("t");
});

test("the notice says what the data is for, that it cannot be changed, and what it brings: by the server, else 0.1", async () => {
  server.answers["/api/user/card/config"] = [{ reward: 0.25, open: true }];
  draw(<RealNameDialog />);
  const notice = await screen.findByText(/verif/i, { selector: "p" });
  expect(notice.textContent).toContain("0.1");
  await waitFor(() => expect(notice.textContent).toContain("0.25"));
  expect(notice.textContent).toMatch(/cannot be changed/i);
});

test("a new password is asked for with the one of before, and goes out once both are there", async () => {
  server.answers["/api/user/password"] = [{ token: "t2" }];
  draw(<ChangeDialog />);
  press("Change it");
  expect(await screen.findByText("Please enter your current password")).toBeTruthy();
  expect(writes()).toEqual([]);
  type("Current password", "vane7harbor");
  type("New password", "quiet9lantern");
  press("Change it");
  expect(await screen.findByText("Password changed, every other device is logged out")).toBeTruthy();
  expect(server.posts).toMatchObject([
    { path: "/api/user/password", body: { old: "vane7harbor", password: "quiet9lantern" } },
  ]);
  expect(useSession.getState().token).toBe("t2");
  expect(localStorage.getItem("token")).toBe("t2");
});

test("a linked Steam account is unlinked, and the player goes on under the token of the answer", async () => {
  useSession.setState({ user: user({ steamId: "76561198000000001" }) });
  server.answers["/api/user/steam/unbind"] = [{ token: "t2" }];
  draw(<SteamDialog />);
  expect(screen.getByText(/76561198000000001/)).toBeTruthy();
  press("Unlink the Steam account");
  expect(await screen.findByText("Steam account unlinked, every other device is logged out")).toBeTruthy();
  expect(useSession.getState()).toMatchObject({ token: "t2", user: { steamId: "" } });
});

test("a real name says whether a registry has confirmed it, and one that was declared can be confirmed", async () => {
  const shown = { isRealName: 1, name: "王**", last: "002X", atMs: 1_000 };
  server.answers["/api/user/card/config"] = [{ reward: 0.1, open: true }];
  server.answers["/api/user/card"] = [{ ...shown, state: "declared" }];
  useSession.setState({ user: user({ isRealName: 1, realNameState: "declared" }) });
  draw(<RealNameDialog />);
  expect(await screen.findByText(/You declared this name before a registry was asked/)).toBeTruthy();
  expect(screen.queryByText(/Confirmed by the registry/)).toBeNull();
  press("Verify");
  expect(await screen.findByText(/A registry of persons is asked/)).toBeTruthy();
  queryClient.clear();
  server.answers["/api/user/card"] = [{ ...shown, state: "confirmed" }];
  useSession.setState({ user: user({ isRealName: 1, realNameState: "confirmed" }) });
  draw(<RealNameDialog />);
  expect(await screen.findByText(/Confirmed by the registry/)).toBeTruthy();
});

test("an account without a password sees and erases what is kept of its real name without one", async () => {
  queryClient.clear();
  const shown = { isRealName: 1, state: "confirmed", name: "王**", last: "002X", atMs: 1 };
  server.answers["/api/user/card/config"] = [{ reward: 0.1, open: true }];
  server.answers["/api/user/card"] = [{ ...shown, password: true }];
  server.answers["/api/user/auth/card/export"] = [{ name: "王小明", card: "11010519491231002X", atMs: 1 }];
  useSession.setState({ user: user({ isRealName: 1, realNameState: "confirmed" }) });
  const off = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name, hidden: true }).disabled;
  const unmount = draw(<RealNameDialog />);
  expect(await screen.findByText(/Confirmed by the registry/)).toBeTruthy();
  expect([screen.queryByLabelText("Password") !== null, off("Show everything"), off("Erase")]).toEqual([
    true,
    true,
    true,
  ]);
  unmount();
  queryClient.clear();
  server.answers["/api/user/card"] = [{ ...shown, password: false }];
  draw(<RealNameDialog />);
  expect(await screen.findByText(/you are asked to log in again/)).toBeTruthy();
  expect([screen.queryByLabelText("Password"), off("Erase")]).toEqual([null, true]);
  fireEvent.click(screen.getByRole("checkbox", { name: /This cannot be undone/, hidden: true }));
  expect(off("Erase")).toBe(false);
  press("Show everything");
  expect(await screen.findByDisplayValue("11010519491231002X")).toBeTruthy();
  expect(server.posts.at(-1)).toMatchObject({ path: "/api/user/auth/card/export", body: { password: "" } });
});

test("before it is known whether the account has a password, the real name asks for none", async () => {
  queryClient.clear();
  const shown = { isRealName: 1, state: "confirmed", name: "王**", last: "002X", atMs: 1, password: false };
  server.answers["/api/user/card/config"] = [{ reward: 0.1, open: true }];
  server.answers["/api/user/card"] = [shown];
  useSession.setState({ user: user({ isRealName: 1, realNameState: "confirmed" }) });
  draw(<RealNameDialog />);
  expect(screen.queryByLabelText("Password")).toBeNull();
  expect(screen.queryByText("Enter your password to see or erase what is kept.")).toBeNull();
  expect(await screen.findByText(/you are asked to log in again/)).toBeTruthy();
});

test("a real name that cannot be read says so, and is asked for again", async () => {
  queryClient.clear();
  const shown = { isRealName: 1, state: "confirmed", name: "王**", last: "002X", atMs: 1, password: true };
  server.answers["/api/user/card/config"] = [{ reward: 0.1, open: true }];
  server.answers["/api/user/card"] = [{ errCode: 5222 }, shown];
  useSession.setState({ user: user({ isRealName: 1, realNameState: "confirmed" }) });
  draw(<RealNameDialog />);
  expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain("Could not load this");
  press("Try again");
  expect(await screen.findByText(/Confirmed by the registry/)).toBeTruthy();
  expect(screen.queryByRole("alert", { hidden: true })).toBeNull();
});

test("a site without a registry offers no form for a real name", async () => {
  queryClient.clear();
  server.answers["/api/user/card/config"] = [{ reward: 0.1, open: false }];
  draw(<RealNameDialog />);
  expect(await screen.findByText("Real names cannot be verified here at the moment.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Verify", hidden: true })).toBeNull();
});

test("the public name is changed beside the account name, and the player is read anew", async () => {
  server.answers["/api/user/name"] = [{ errCode: 5222 }, { name: "JadeFox1", renameMs: 2 }];
  draw(<NameDialog />);
  expect(screen.getByText(/You keep logging in as astra77/)).toBeTruthy();
  type("New name", "Jade-Fox 1");
  press("Change it");
  expect(await screen.findByText(/refused \(5222\)/)).toBeTruthy();
  expect(server.asked).not.toContain("/api/user/info");
  press("Change it");
  expect(await screen.findByText("Name changed")).toBeTruthy();
  expect(server.posts.at(-1)).toMatchObject({ path: "/api/user/name", body: { name: "JadeFox1" } });
  expect(server.asked).toContain("/api/user/info");
});

test("a name that was changed not long ago says from when it can be changed again, and offers no form", () => {
  useSession.setState({ user: user({ renameMs: Date.UTC(2026, 5, 4, 12) }) });
  draw(<NameDialog />);
  expect(screen.getByText(/You can change your name again from .*2026/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Change it", hidden: true })).toBeNull();
});
