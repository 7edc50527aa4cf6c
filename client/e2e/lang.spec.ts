/** Three languages (product spec §1): Chinese first, the choice is kept, and no screen shows the name of a text. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { newAccount, openBox, pageOf, test } from "./account.ts";

const TITLE = { zh: "热门宝箱", en: "Popular boxes", pt: "Caixas populares" } as const;
const SWITCH = { zh: "语言", en: "Language", pt: "Idioma" } as const;
const TAG = { zh: "zh-CN", en: "en", pt: "pt-BR" } as const;

test("Chinese unless chosen; a choice changes the page at once and is kept", async ({ browser }) => {
  const context = await browser.newContext({ locale: "pt-BR" });
  const page = await context.newPage();
  await page.goto("/");
  let language: keyof typeof TITLE = "zh";
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
  await context.close();
});

test("a stored language is known by its old names, and one that is none of ours reads as Chinese", async ({
  browser,
}) => {
  const tags = { ZH: "zh-CN", RU: "ru", VN: "vi", fr: "zh-CN" };
  for (const [stored, tag] of Object.entries(tags)) {
    const context = await browser.newContext();
    await context.addInitScript((value) => localStorage.setItem("language", value), stored);
    const page = await context.newPage();
    await page.goto("/case/all");
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await context.close();
  }
});

const PARTIAL = [
  ["ru", "Вход / Регистрация", "Войти", "Неверный аккаунт или пароль", "Центр помощи"],
  ["vi", "Đăng nhập / Đăng ký", "Đăng nhập", "Sai tài khoản hoặc mật khẩu", "Trung tâm trợ giúp"],
] as const;

for (const [language, login, enter, wrong, help] of PARTIAL) {
  test(`${language}: shell, login dialog and its errors in it, the rest in English, drawn by the server too`, async ({
    browser,
  }) => {
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
    await expect(page.getByRole("main").getByRole("heading", { name: "Hash algorithm" }).first()).toBeVisible();
    const drawn = await (await page.request.get("/", { headers: { cookie: `language=${language}` } })).text();
    expect(drawn).toContain(login);
  });
}

/** Every path of every text, like "tabs.recent": what would be on the screen if a text were missing. */
function textPaths(): Set<string> {
  const paths = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string") paths.add(path);
    else if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value)) walk(child, path === "" ? key : `${path}.${key}`);
    }
  };
  const read = (file: string) => walk(JSON.parse(readFileSync(file, "utf8")), "");
  const source = join(import.meta.dirname, "../src");
  for (const feature of readdirSync(join(source, "features"))) {
    const file = join(source, `features/${feature}/i18n/en.json`);
    if (existsSync(file)) read(file); // snow says nothing
  }
  for (const name of readdirSync(join(source, "i18n"))) if (name.endsWith(".en.json")) read(join(source, "i18n", name));
  return paths;
}

/** What a player reads or hears: text and the attributes that are spoken. */
const words = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) said.push(texts.currentNode.textContent ?? "");
    for (const element of document.querySelectorAll("[aria-label],[title],[alt],[placeholder]")) {
      for (const name of ["aria-label", "title", "alt", "placeholder"]) said.push(element.getAttribute(name) ?? "");
    }
    said.push(document.title);
    return said.map((text) => text.trim()).filter((text) => text !== "");
  });

const PLACES = [
  "/",
  "/case/all",
  "/steer/case?box=1",
  "/page/caseBattle",
  "/user/case",
  "/user/account",
  "/user/records",
  "/user/battle/record",
  "/fair/verify",
  "/page/instrutions",
  "/page/helpcenter/hash",
  "/page/helpcenter/Termsofuse",
];

for (const language of ["zh", "en", "pt"] as const) {
  test(`no screen shows the name of a text or a hole in one (${language})`, async ({ browser, request }) => {
    const paths = textPaths();
    expect(paths.size).toBeGreaterThan(300);
    const nested = [...paths].filter((path) => path.includes("."));
    const account = await newAccount(request);
    const { results } = await openBox(request, account.token);
    const page = await pageOf(browser, account.token, { language });
    const wrong: string[] = [];
    const proof = `/fair/verify?result=${encodeURIComponent(results[0]?.resultId ?? "")}`;
    for (const place of [...PLACES, proof]) {
      await page.goto(place);
      await expect(page.getByRole("heading", { level: place === "/" ? 2 : 1 }).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const text of await words(page)) {
        const raw = nested.find((path) => text === path || text.split(/[\s:]+/).includes(path));
        // In the other languages a short lower-case word may be both a text and the name of one.
        const bare = language === "zh" && paths.has(text);
        if (raw !== undefined || bare || /\{\{|\}\}|undefined|NaN|\[object/.test(text)) wrong.push(`${place}: ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}
