/**
 * Languages (product spec §1): the browser's on a first visit, else Chinese; and the choice is kept. What each screen
 * says in them: routes.spec.ts.
 */
import { expect } from "@playwright/test";
import { pageOf } from "./account.ts";
import { test } from "./test.ts";

const TITLE = { zh: "热门宝箱", en: "Popular boxes", pt: "Caixas populares" } as const;
const SWITCH = { zh: "语言", en: "Language", pt: "Idioma" } as const;
const TAG = { zh: "zh-CN", en: "en", pt: "pt-BR" } as const;

test("a first visit is in the browser's language, drawn by the server too; Chinese where it is none of ours", async ({
  browser,
}) => {
  for (const [locale, language] of [
    ["pt-BR", "pt"],
    ["en-US", "en"],
    ["fr-FR", "zh"],
  ] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const drawn = await (await page.request.get("/", { headers: { "accept-language": locale } })).text();
    expect(drawn).toContain(TITLE[language]);
    await page.goto("/");
    await expect(page.getByRole("heading", { name: TITLE[language] })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", TAG[language]);
    if (locale === "fr-FR") {
      // A choice holds against a browser that asks for something else.
      await page.getByRole("banner").getByLabel(SWITCH.zh).selectOption("en");
      await page.reload();
      await expect(page.getByRole("heading", { name: TITLE.en })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", TAG.en);
    }
    await context.close();
  }
});

test("a choice changes the page at once and is kept", async ({ browser }) => {
  let language: keyof typeof TITLE = "zh";
  const page = await pageOf(browser, "", { language });
  await page.goto("/");
  for (const next of ["en", "pt"] as const) {
    await expect(page.getByRole("heading", { name: TITLE[language] })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", TAG[language]);
    const loads = await page.evaluate(() => performance.getEntriesByType("navigation").length);
    await page.getByRole("banner").getByLabel(SWITCH[language]).selectOption(next);
    await expect(page.getByRole("heading", { name: TITLE[next] })).toBeVisible();
    expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(loads);
    await page.reload();
    await expect(page.getByRole("heading", { name: TITLE[next] })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", TAG[next]);
    language = next;
  }
});

test("a stored language is known by its old names, and one that is none of ours reads as Chinese", async ({
  browser,
}) => {
  const tags = { ZH: "zh-CN", RU: "ru", VN: "vi", fr: "zh-CN" };
  const page = await pageOf(browser, "");
  for (const [stored, tag] of Object.entries(tags)) {
    await page.evaluate((value) => localStorage.setItem("language", value), stored);
    await page.goto("/page/helpcenter/aboutus");
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
  }
  // There before the first document of a browser.
  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.setItem("language", "VN"));
  const first = await context.newPage();
  await first.goto("/case/all");
  await expect(first.locator("html")).toHaveAttribute("lang", "vi");
  await context.close();
});

const OTHERS = [
  ["ru", "Вход / Регистрация", "Войти", "Неверный аккаунт или пароль", "Центр помощи", "Алгоритм хеширования"],
  ["vi", "Đăng nhập / Đăng ký", "Đăng nhập", "Sai tài khoản hoặc mật khẩu", "Trung tâm trợ giúp", "Thuật toán hash"],
] as const;

for (const [language, login, enter, wrong, help, article] of OTHERS) {
  test(`shell, login, its errors and the help are in ${language}, drawn by the server too`, async ({ browser }) => {
    const page = await pageOf(browser, "", { language: "en" });
    await page.goto("/");
    await page.getByRole("banner").getByLabel("Language").selectOption(language);
    await page.getByRole("banner").getByRole("button", { name: login }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("input:not([type=checkbox])").first().fill("nobody99");
    await dialog.locator("input[type=password]").fill("nothing99");
    for (const box of await dialog.getByRole("checkbox").all()) await box.check();
    await dialog.getByRole("button", { name: enter, exact: true }).click();
    await expect(page.getByText(wrong)).toBeVisible();
    await page.keyboard.press("Escape");

    await page.goto("/page/helpcenter/hash");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.getByRole("navigation").getByText(help)).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { name: article }).first()).toBeVisible();
    const drawn = await (await page.request.get("/", { headers: { cookie: `language=${language}` } })).text();
    expect(drawn).toContain(login);
  });
}
