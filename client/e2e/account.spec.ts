/** Product spec §5 (validation), §2 and §6 (what a visitor may see), §8 (numbered errors, sessions that ended). */
import { expect, type Locator, type Page } from "@playwright/test";
import { type Language, newAccount, newPlayer, pageOf, post } from "./account.ts";
import { test } from "./test.ts";

const WORDS = {
  en: {
    login: "Log in / Register",
    registerTab: "Register",
    account: "Account",
    password: "Password",
    submit: "Create account",
    loginSubmit: "Log in",
    badAccount: "Invalid account format! Only 6-13 digits or letters.",
    noPassword: "The registration password cannot be empty!",
    badPassword: "The registration password must have 8 to 16 characters, including letters and numbers!",
    notAgreed: "You must tick that you have read and accepted the terms of service.",
    taken: "This account name is already taken",
    noLoginPassword: "The login password cannot be empty!",
    shortLogin: "The login password must have at least 6 characters!",
    loginNotAgreed: "Please read carefully and accept the user terms and their clauses.",
    wrong: "Wrong account or password",
    registered: "Congratulations, your registration is complete",
  },
  zh: {
    login: "登录 / 注册",
    registerTab: "注册",
    account: "账号",
    password: "密码",
    submit: "立即注册",
    loginSubmit: "登录",
    badAccount: "账号格式不正确！只能使用6-13位数字或字母。",
    noPassword: "注册密码不能为空！",
    badPassword: "注册密码须为8到16位，并同时包含字母和数字！",
    notAgreed: "请勾选已阅读并同意服务条款。",
    taken: "该账号已被注册",
    noLoginPassword: "登录密码不能为空！",
    shortLogin: "登录密码至少需要6位！",
    loginNotAgreed: "请仔细阅读并同意用户条款及其内容。",
    wrong: "账号或密码错误",
    registered: "恭喜，注册成功",
  },
} as const;

type Words = (typeof WORDS)["en" | "zh"];

const header = (page: Page): Locator => page.getByRole("banner");
const loginButton = (page: Page, words: Words): Locator => header(page).getByRole("button", { name: words.login });

class Form {
  constructor(
    readonly dialog: Locator,
    readonly words: Words,
  ) {}

  async fill(account: string, password: string): Promise<void> {
    await this.dialog.getByLabel(this.words.account).fill(account);
    await this.dialog.getByLabel(this.words.password, { exact: true }).fill(password);
  }

  async agree(): Promise<void> {
    for (const box of await this.dialog.getByRole("checkbox").all()) await box.check();
  }

  async submit(): Promise<void> {
    await this.dialog.locator("button[type=submit]").click();
  }

  async says(message: string): Promise<void> {
    await expect(this.dialog.getByRole("alert").filter({ hasText: message })).toBeVisible();
  }

  async isSilentAbout(...messages: string[]): Promise<void> {
    for (const message of messages) await expect(this.dialog.getByText(message)).toHaveCount(0);
  }
}

async function openForm(page: Page, words: Words, tab: "login" | "register"): Promise<Form> {
  await loginButton(page, words).click();
  const dialog = page.getByRole("dialog");
  const name = tab === "login" ? words.loginSubmit : words.registerTab;
  await dialog.getByRole("tab", { name, exact: true }).click();
  return new Form(dialog, words);
}

/** Requests that reached the server: a form that is not valid must not send any. */
function calls(page: Page, path: string): string[] {
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(path)) bodies.push(request.postData() ?? "");
  });
  return bodies;
}

for (const language of ["en", "zh"] as const satisfies readonly Language[]) {
  const words = WORDS[language];

  test(`registering says what is wrong, then registers once (${language})`, async ({ browser, request }) => {
    const known = await newAccount(request);
    const page = await pageOf(browser, "", { language });
    const sent = calls(page, "/api/user/register");
    await page.goto("/");
    const form = await openForm(page, words, "register");

    await form.submit();
    await form.says(words.badAccount);
    await form.says(words.noPassword);
    await form.says(words.notAgreed);

    await form.agree();
    await form.isSilentAbout(words.notAgreed);
    for (const account of ["short", "fourteenletter", "with-dash", "带汉字的账号名"]) {
      await form.fill(account, "passw0rd1");
      await form.says(words.badAccount);
      await form.isSilentAbout(words.noPassword, words.badPassword);
    }
    for (const password of ["short1a", "onlyletters", "1234567890", "a1234567890123456"]) {
      await form.fill(known.name, password);
      await form.says(words.badPassword);
      await form.isSilentAbout(words.badAccount);
    }
    await form.submit();
    expect(sent).toEqual([]);

    await form.fill(known.name, known.password);
    await form.submit();
    await form.says(words.taken);

    const name = `n${known.name.slice(1)}`;
    await form.fill(` ${name.slice(0, 3)},${name.slice(3)} `, known.password); // commas and spaces are stripped
    await form.submit();
    await expect(form.dialog).toBeHidden();
    await expect(page.getByText(words.registered)).toBeVisible();
    await expect(loginButton(page, words)).toHaveCount(0);
    const body = JSON.parse(sent.at(-1) ?? "{}");
    expect(body).toMatchObject({ phone: name, password: known.password });
    expect(body.fingerprinId).toMatch(/^\w{8,}$/);
    expect(body).not.toHaveProperty("spreadCode"); // optional, left out when empty
  });

  test(`logging in says what is wrong, and a refusal has a number (${language})`, async ({ browser, request }) => {
    const known = await newAccount(request);
    const page = await pageOf(browser, "", { language });
    await page.goto("/");
    const form = await openForm(page, words, "login");
    await form.submit();
    await form.says(words.badAccount);
    await form.says(words.noLoginPassword);
    await form.says(words.loginNotAgreed);
    await form.fill("x", "12345");
    await form.says(words.shortLogin);
    await form.isSilentAbout(words.badAccount, words.noLoginPassword);

    await form.agree();
    await form.fill(known.name, "not-the-password");
    const answer = page.waitForResponse("**/api/user/login");
    await form.submit();
    await form.says(words.wrong);
    expect((await answer).status()).toBe(401);
    expect(await (await answer).json()).toMatchObject({ code: 4105, errCode: 4105, errMsg: words.wrong, data: null });
    await expect(loginButton(page, words)).toHaveCount(1);

    await form.fill(known.name, known.password);
    await form.submit();
    await expect(form.dialog).toBeHidden();
    await expect(header(page).getByRole("link", { name: new RegExp(known.name) })).toBeVisible();
  });
}

test("changing the tab resets the form", async ({ browser }) => {
  const page = await pageOf(browser, "");
  await page.goto("/");
  const form = await openForm(page, WORDS.en, "login");
  await form.fill("somebody", "something");
  await form.dialog.getByRole("tab", { name: "Register" }).click();
  await expect(form.dialog.getByLabel("Account")).toHaveValue("");
  await form.dialog.getByRole("tab", { name: "Log in" }).click();
  await expect(form.dialog.getByLabel("Account")).toHaveValue("");
  await expect(form.dialog.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("logging out clears the device and the server's session", async ({ browser, request }) => {
  const { page, token } = await newPlayer(browser, request);
  await page.goto("/user/account");
  await page.getByRole("navigation", { name: "My space" }).getByRole("button", { name: "Log out" }).click();
  await expect(loginButton(page, WORDS.en)).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  const answer = await request.get("/api/user/info", { headers: { token } });
  expect(await answer.json()).toMatchObject({ errCode: 403, data: null });
});

test("a visitor is asked to log in, and the page stays", async ({ browser }) => {
  const page = await pageOf(browser, "");
  await page.goto("/case/all");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("complementary", { name: "Shortcuts" }).getByRole("link", { name: "Backpack" }).click();
  await expect(page.getByRole("dialog", { name: "Welcome to Jadebox" })).toBeVisible();
  await expect(page).toHaveURL("/case/all");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an unknown address leads home", async ({ browser }) => {
  const page = await pageOf(browser, "");
  await page.goto("/no/such/place?x=1");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Popular boxes" })).toBeVisible();
});

test("a session that the server ended is forgotten without a reload", async ({ browser, request }) => {
  const { page, token, name } = await newPlayer(browser, request);
  await page.goto("/");
  await expect(header(page).getByRole("link", { name: new RegExp(name) })).toBeVisible();
  await Promise.all([
    // It stands for some seconds only, which a slow machine may need for the dialog.
    expect(page.getByText("Invalid token, please log in again!")).toBeVisible(),
    expect(page.getByRole("dialog", { name: "Welcome to Jadebox" })).toBeVisible(),
    post(request, token, "/api/user/logout"),
  ]);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("a stored token that is worth nothing is forgotten at the start", async ({ browser }) => {
  for (const stored of ["revoked-long-ago", "undefined"]) {
    const page = await pageOf(browser, stored);
    await page.goto("/");
    await expect(loginButton(page, WORDS.en)).toBeVisible();
  }
});
