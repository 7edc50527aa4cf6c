/** Phone, password, Steam, real name, trade link and picture on /user/account (product spec §§4, 5, 7, 8). */
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { newPlayer, pageOf, test } from "./account.ts";
import { codeIn, newPhone } from "./phone.ts";

const row = (page: Page, name: string): Locator => page.getByRole("listitem").filter({ hasText: name });

/** Binds a phone and returns it. */
async function bind(page: Page, request: APIRequestContext): Promise<string> {
  const phone = newPhone();
  await page.goto("/user/account");
  await page.getByRole("button", { name: "Bind: Phone" }).click();
  const dialog = page.getByRole("dialog", { name: "Phone binding" });
  await dialog.getByLabel("Phone number").fill(phone);
  await codeIn(dialog, request, phone);
  await expect(dialog.getByRole("button", { name: /^\d+ s$/ })).toBeDisabled(); // a minute between two codes
  await dialog.getByRole("button", { name: "Bind", exact: true }).click();
  await expect(page.getByText("Phone bound", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  return phone;
}

/** Three ways through one account, so that the minute between two codes is not spent waiting. */
test("a player binds a phone, verifies the real name, resets the password", async ({ browser, request }) => {
  test.setTimeout(240_000);
  const { page, name, password, token } = await newPlayer(browser, request);
  const phone = await bind(page, request);
  const boundMs = Date.now();
  await expect(row(page, "Phone")).toContainText(`${phone.slice(0, 3)}******${phone.slice(-2)}`);
  const old = await request.get("/api/user/info", { headers: { token } });
  expect(await old.json()).toMatchObject({ code: 403 });
  await page.reload(); // the next session is the page's
  await expect(row(page, "Phone")).toContainText("******");

  await verifyName(page, password);
  await choosePicture(page);

  await expect.poll(() => Date.now() - boundMs, { timeout: 70_000 }).toBeGreaterThan(61_000);
  const visitor = await pageOf(browser, "");
  await visitor.goto("/page/caseBattle");
  await visitor.getByRole("banner").getByRole("button", { name: "Log in / Register" }).click();
  await visitor.getByRole("button", { name: "Forgot your password?" }).click();
  const dialog = visitor.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("New password").fill("short");
  await dialog.getByRole("button", { name: "Change it" }).click();
  await expect(dialog.getByText("Please enter your phone number")).toBeVisible();
  await expect(dialog.getByText("The verification code cannot be empty")).toBeVisible();
  await expect(dialog.getByText("8 to 16 letters and digits")).toBeVisible();
  await dialog.getByLabel("Phone number").fill(phone);
  await codeIn(dialog, request, phone);
  await dialog.getByLabel("New password").fill("quiet9lantern");
  await dialog.getByRole("button", { name: "Change it" }).click();
  await expect(visitor.getByText("Password reset, please log in again")).toBeVisible();
  await expect(visitor.getByRole("dialog").getByLabel("Account or phone")).toBeVisible();
  const login = (secret: string) => request.post("/api/user/login", { data: { phone: name, password: secret } });
  expect(await (await login(password)).json()).toMatchObject({ code: 4105 });
  expect(await (await login("quiet9lantern")).json()).toMatchObject({ code: 200 });
  await expect(page.getByRole("banner").getByRole("button", { name: "Log in / Register" })).toBeVisible(); // its session is over
});

/** Verified once and rewarded, shown in part, erased with the password. */
async function verifyName(page: Page, password: string): Promise<void> {
  await page.getByRole("button", { name: "Verify: Real name" }).click();
  const dialog = page.getByRole("dialog", { name: "Real-name verification" });
  await dialog.getByLabel("I agree").check();
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(dialog.getByText("The name cannot be empty")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill("王小明");
  await dialog.getByLabel("ID number").fill("123");
  await expect(dialog.getByText("The ID number is malformed")).toBeVisible();
  await dialog.getByLabel("ID number").fill(newCard());
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByText("Identity verified")).toBeVisible();
  await expect(row(page, "Real name")).toContainText("Verified");
  await expect(page.getByRole("banner").getByText("1,000.10")).toBeVisible();

  await page.getByRole("button", { name: "Show: Real name" }).click();
  await expect(dialog.getByLabel("Name", { exact: true })).toBeDisabled();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("王**");
  await expect(dialog.getByRole("button", { name: "Verify", exact: true })).toHaveCount(0);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText("Your data was erased")).toBeVisible();
  await expect(page.getByRole("button", { name: "Verify: Real name" })).toBeVisible();
}

/** A card that no other run has, with its check character. */
function newCard(): string {
  const body = `11010519${50 + (Date.now() % 40)}1231${String(Math.floor(Date.now() / 40) % 1000).padStart(3, "0")}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(body[i]), 0);
  return body + "10X98765432"[sum % 11];
}

async function choosePicture(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change: Picture and frame" }).click();
  const pictures = page.getByRole("dialog", { name: "Picture and frame" });
  await pictures.getByRole("button", { name: "Picture 7", exact: true }).click();
  await expect(pictures.getByRole("button", { name: "Picture 7", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await pictures.getByRole("button", { name: "Koi" }).click();
  await expect(pictures.getByRole("button", { name: "Koi" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("banner").locator('img[src="/art/avatars/07.svg"]')).toBeVisible();
}

test("the trade link needs a phone, and a phone a captcha that refuses a wrong place and says when it was closed", async ({
  browser,
  request,
}) => {
  const { page } = await newPlayer(browser, request);
  await page.goto("/user/account");
  await page.getByRole("button", { name: "Set: Trade link" }).click();
  await page.getByRole("dialog", { name: "Trade link" }).getByRole("button", { name: "Phone binding" }).click();
  const dialog = page.getByRole("dialog", { name: "Phone binding" });
  await dialog.getByRole("button", { name: "Send code" }).click();
  await expect(dialog.getByText("Please enter your phone number")).toBeVisible();
  await dialog.getByLabel("Phone number").fill("12345");
  await dialog.getByRole("button", { name: "Send code" }).click();
  await expect(dialog.getByText("The phone number is malformed").first()).toBeVisible();
  await dialog.getByLabel("Phone number").fill(newPhone());
  await dialog.getByRole("button", { name: "Send code" }).click();
  const captcha = page.getByRole("dialog", { name: "Human verification" });
  await captcha.getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await captcha.getByRole("button", { name: "Confirm" }).click();
  await expect(captcha.getByRole("alert")).toContainText("Human verification failed");
  await page.keyboard.press("Escape");
  await expect(captcha).toBeHidden();
  await expect(page.getByText("You closed the human verification")).toBeVisible();
  await expect(dialog).toBeVisible(); // Escape is for the innermost
});

test("Steam is bound on the account page and logs in afterwards", async ({ browser, request }) => {
  const { page, name } = await newPlayer(browser, request);
  await page.goto("/user/account");
  await page.getByRole("button", { name: "Bind: Steam account" }).click();
  // Each run has a Steam account of its own: the sandbox lets everybody be anybody.
  const id = `7656119${String(Date.now()).slice(-10)}`;
  await expect(page.getByRole("heading", { name: "Steam sandbox" })).toBeVisible();
  await page.goto(`${page.url()}&as=${id}`);
  await expect(page).toHaveURL(/\/user\/account$/);
  await expect(row(page, "Steam account")).toContainText(id);

  const visitor = await pageOf(browser, "");
  await visitor.goto("/page/caseBattle");
  await visitor.getByRole("banner").getByRole("button", { name: "Log in / Register" }).click();
  const dialog = visitor.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Steam" }).click();
  await dialog.getByRole("button", { name: "Log in by Steam" }).click();
  await expect(dialog.getByText("Please read carefully and accept the user terms and their clauses.")).toBeVisible();
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await dialog.getByRole("button", { name: "Log in by Steam" }).click();
  await expect(visitor.getByRole("heading", { name: "Steam sandbox" })).toBeVisible();
  await visitor.goto(`${visitor.url()}&as=${id}`);
  await expect(visitor.getByText("Logged in", { exact: true })).toBeVisible();
  await visitor.goto("/user/account");
  await expect(visitor.getByRole("heading", { name })).toBeVisible();
});

test("a Steam account that nobody has registers with a phone and is told its password once", async ({
  browser,
  request,
}) => {
  const page = await pageOf(browser, "");
  await page.goto("/page/caseBattle");
  await page.getByRole("banner").getByRole("button", { name: "Log in / Register" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Steam" }).click();
  for (const box of await page.getByRole("dialog").getByRole("checkbox").all()) await box.check();
  await page.getByRole("dialog").getByRole("button", { name: "Log in by Steam" }).click();
  await expect(page.getByRole("heading", { name: "Steam sandbox" })).toBeVisible();
  await page.goto(`${page.url()}&as=7656119${String(Date.now()).slice(-10)}`);
  await expect(page.getByRole("heading", { name: "Bind a phone to finish" })).toBeVisible();
  const phone = newPhone();
  await page.getByLabel("Phone number").fill(phone);
  await codeIn(page.getByRole("main"), request, phone);
  await page.getByRole("button", { name: "Open the account" }).click();
  const popup = page.getByRole("dialog", { name: "Your password" });
  const password = (await popup.locator("code").textContent()) ?? "";
  await popup.getByRole("button", { name: "I have kept it" }).click();
  await expect(page).toHaveURL(/\/$/);
  const login = await request.post("/api/user/login", { data: { phone, password } });
  expect(await login.json()).toMatchObject({ code: 200 });
});
