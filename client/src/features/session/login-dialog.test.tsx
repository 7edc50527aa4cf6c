import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { useIdentity } from "../../state/identity.ts";
import type { Second } from "../../state/second.ts";
import { useSession } from "../../state/session.ts";
import { startSteam } from "../../state/steam.ts";
import { englishPlayer, fakeServer } from "../../test-kit.tsx";
import { deviceFingerprint } from "./fingerprint.ts";
import { LoginDialog } from "./login-dialog.tsx";

vi.mock("./fingerprint.ts", () => ({ deviceFingerprint: vi.fn(async () => "print") }));
vi.mock("../../state/steam.ts", () => ({ startSteam: vi.fn(async () => undefined) }));

beforeEach(async () => {
  await englishPlayer("session");
  useSession.setState({ token: "", user: null, dialog: null });
  useIdentity.setState({ dialog: null });
  vi.mocked(startSteam).mockClear();
  vi.mocked(deviceFingerprint).mockResolvedValue("print");
});

const Captcha = ({ onPass }: { onPass: (ticket: { ticket: string; randStr: string }) => void }) => (
  <button type="button" onClick={() => onPass({ ticket: "good", randStr: "once" })}>
    I am a person
  </button>
);

const Factor = ({ second, onDone }: { second: Second; onDone: () => void }) => (
  <button type="button" onClick={onDone}>
    {`${second.by.join()} for ${second.pending}`}
  </button>
);
const ASKED = { captcha: Captcha, factor: Factor };

const draw = (tab: "login" | "register") =>
  render(
    <MemoryRouter>
      <LoginDialog tab={tab} asked={ASKED} />
    </MemoryRouter>,
  );
const everyBox = () => screen.getAllByRole("checkbox", { hidden: true });
const button = (name: string) => screen.getByRole("button", { name, hidden: true });

test("in Chinese Steam stands below the one form and needs the terms checked; the password can be forgotten", async () => {
  localStorage.setItem("language", "zh");
  await i18next.changeLanguage("zh");
  await i18next.loadNamespaces("session");
  draw("login");
  expect(screen.getAllByRole("tab", { hidden: true })).toHaveLength(2);
  expect(screen.queryAllByRole("radio", { hidden: true })).toHaveLength(0);
  const steam = button(i18next.t("steam", { ns: "session" }));
  fireEvent.click(steam);
  await screen.findByText(i18next.t("error.loginAgree", { ns: "session" }));
  expect(startSteam).not.toHaveBeenCalled();
  for (const box of everyBox()) fireEvent.click(box);
  fireEvent.click(steam);
  await waitFor(() => expect(startSteam).toHaveBeenCalledExactlyOnceWith("login"));
  fireEvent.click(button(i18next.t("forgot", { ns: "session" })));
  expect(useIdentity.getState().dialog).toBe("password");
});

test("in other languages each way to log in stands for itself", async () => {
  draw("login");
  expect(screen.getAllByRole("radio", { hidden: true })).toHaveLength(2);
  fireEvent.click(screen.getByRole("radio", { name: "Steam", hidden: true }));
  expect(document.querySelector("input[type=password]")).toBeNull();
  fireEvent.click(button("Log in by Steam"));
  await screen.findByText("Please read carefully and accept the user terms and their clauses.");
  expect(startSteam).not.toHaveBeenCalled();
});

test("without a fingerprint of the device nothing is registered", async () => {
  vi.mocked(deviceFingerprint).mockResolvedValue("");
  const server = fakeServer({});
  draw("register");
  fireEvent.change(screen.getByLabelText("Account"), { target: { value: "astra77" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "kite9river" } });
  for (const box of everyBox()) fireEvent.click(box);
  fireEvent.click(button("Create account"));
  expect((await screen.findByRole("alert", { hidden: true })).textContent).toBe(
    i18next.t("error.fingerprint", { ns: "session" }),
  );
  expect(server.asked).toEqual([]);
});

test.each(["login", "register"] as const)("a full line of logins says when to come back: %s", async (tab) => {
  const errors = { code: 5001, errCode: 5001, errMsg: "busy", msg: "", data: null, sysTime: 1 };
  vi.stubGlobal("fetch", async () => Response.json(errors, { status: 503, headers: { "Retry-After": "4" } }));
  draw(tab);
  fireEvent.change(document.querySelector("input[name=account]") as Element, { target: { value: "astra77" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "kite9river" } });
  for (const box of everyBox()) fireEvent.click(box);
  fireEvent.click(button(tab === "login" ? "Log in" : "Create account"));
  expect((await screen.findByRole("alert", { hidden: true })).textContent).toBe(
    "Too many people are logging in. Try again in 4 s. (5001)",
  );
});

test("a common password is told while it is typed, and is not sent", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  draw("register");
  const common = () => screen.getByText("Not one of the common ones").dataset.met;
  expect(common()).toBeUndefined();
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "kite9river" } });
  await waitFor(() => expect(common()).toBe("true"));
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "qwerty123" } });
  await waitFor(() => expect(common()).toBeUndefined());
  fireEvent.change(screen.getByLabelText("Account"), { target: { value: "astra77" } });
  for (const box of everyBox()) fireEvent.click(box);
  fireEvent.click(button("Create account"));
  await screen.findByText("This password is among those that are tried first. Choose another one.");
  expect(asked).not.toHaveBeenCalled();
});

test("a login that is asked for a human verification goes out again with its ticket", async () => {
  const server = fakeServer({
    "/api/user/login": [{ errCode: 4109 }, { token: "t9" }],
    "/api/user/info": [{ errCode: 5001 }],
  });
  draw("login");
  fireEvent.input(screen.getByLabelText("Account or phone"), { target: { value: "astra77" } });
  fireEvent.input(screen.getByLabelText("Password"), { target: { value: "vane7harbor" } });
  for (const box of everyBox()) fireEvent.click(box);
  fireEvent.click(button("Log in"));
  fireEvent.click(await screen.findByText("I am a person"));
  await waitFor(() => expect(useSession.getState().token).toBe("t9"));
  const account = { phone: "astra77", password: "vane7harbor" };
  expect(server.posts.map(({ body }) => body)).toEqual([account, { ...account, ticket: "good", randStr: "once" }]);
  expect(screen.queryByText("I am a person")).toBeNull();
});

test("a login that lacks its second factor asks for what the account has, and refuses nothing", async () => {
  fakeServer({ "/api/user/login": [{ errCode: 4012, by: ["app", "recovery"], pending: "so far" }] });
  draw("login");
  fireEvent.input(screen.getByLabelText("Account or phone"), { target: { value: "astra77" } });
  fireEvent.input(screen.getByLabelText("Password"), { target: { value: "vane7harbor" } });
  for (const box of everyBox()) fireEvent.click(box);
  fireEvent.click(button("Log in"));
  await screen.findByText("app,recovery for so far");
  expect(screen.queryByRole("alert", { hidden: true })).toBeNull();
});

test.each(["zh", "en", "pt", "vi", "ru"])(
  "a promotion code that nobody has is told at its field: %s",
  async (language) => {
    localStorage.setItem("language", language);
    await i18next.changeLanguage(language);
    await i18next.loadNamespaces(["session", "errors"]);
    const told = i18next.t("inviterGone", { ns: "errors" });
    const data = { field: "spreadCode", reason: "nobody has this code" };
    const errors = { code: 5612, errCode: 5612, errMsg: told, msg: "", data, sysTime: 1 };
    vi.stubGlobal("fetch", async () => Response.json(errors, { status: 404 }));
    draw("register");
    const field = (name: string) => document.querySelector(`input[name=${name}]`) as HTMLInputElement;
    fireEvent.change(field("account"), { target: { value: "astra77" } });
    fireEvent.change(field("password"), { target: { value: "kite9river" } });
    fireEvent.change(field("spreadCode"), { target: { value: "NOBODYS1" } });
    for (const box of everyBox()) fireEvent.click(box);
    fireEvent.click(button(i18next.t("submit.register", { ns: "session" })));
    const alert = await screen.findByRole("alert", { hidden: true });
    expect(alert.textContent).toBe(`${told} (5612)`);
    expect(field("spreadCode").getAttribute("aria-describedby")).toBe(alert.id);
    expect(useSession.getState().token).toBe("");
  },
);
