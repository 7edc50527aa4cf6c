/**
 * Phone, Steam, real name, trade link and picture on /user/account (product spec §§4, 5, 7, 8). The usual way is
 * story.spec.ts.
 */
import { expect, type Page } from "@playwright/test";
import { newPlayer, pageOf } from "./account.ts";
import { accountRow, beOnSteam, newCard, newSteamId } from "./identity.ts";
import { codeIn, newPhone } from "./phone.ts";
import { test } from "./test.ts";

test("a real name is checked, shown in part and erased; a picture is chosen", async ({ browser, request }) => {
  const { page, password } = await newPlayer(browser, request);
  await page.goto("/user/account");
  await verifyAndErase(page, password);
  await choosePicture(page);
});

test("the public name becomes another one, the account name stays, and it is changed once in 30 days", async ({
  browser,
  request,
}) => {
  const { page, name, password } = await newPlayer(browser, request);
  const fresh = `Fox${name}`.slice(0, 13);
  await page.goto("/user/account");
  await page.getByRole("button", { name: "Change: Name" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your name" });
  await expect(dialog.getByText(`You keep logging in as ${name}`)).toBeVisible();
  await dialog.getByLabel("New name").fill("Officia1-x");
  await dialog.getByRole("button", { name: "Change it" }).click();
  await expect(dialog.getByText("is reserved")).toBeVisible();
  await dialog.getByLabel("New name").fill(fresh);
  await dialog.getByRole("button", { name: "Change it" }).click();
  await expect(page.getByText("Name changed")).toBeVisible();
  await expect(page.getByRole("heading", { name: fresh, exact: true })).toBeVisible();
  await expect(page.getByRole("definition").getByText(name, { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Change: Name" }).click();
  await expect(dialog.getByText("You can change your name again from")).toBeVisible();
  await expect(dialog.getByLabel("New name")).toHaveCount(0);
  const enter = (phone: string) => request.post("/api/user/login", { data: { phone, password } });
  expect(await (await enter(fresh)).json()).toMatchObject({ errCode: 4105 });
  expect(await (await enter(name)).json()).toMatchObject({ code: 200 });
});

/** Verified once and rewarded, shown in part, erased with the password. */
async function verifyAndErase(page: Page, password: string): Promise<void> {
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
  await expect(accountRow(page, "Real name")).toContainText("Verified");
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
  const failed = captcha.getByRole("alert").filter({ hasText: "Human verification failed" });
  await expect(failed).toBeVisible({ timeout: 120_000 }); // once its computation is done
  await page.keyboard.press("Escape");
  await expect(captcha).toBeHidden();
  await expect(page.getByText("You closed the human verification")).toBeVisible();
  await expect(dialog).toBeVisible(); // Escape is for the innermost
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
  await beOnSteam(page, newSteamId());
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
