/** Every address in a language whose words are two fifths longer: no text is cut, nothing scrolls sideways, nothing is left out of i18n. */
import { expect, type Page } from "@playwright/test";
import { patterns } from "../src/paths.ts";
import { FIRST_LIGHT, get, newAccount, openBox, pageOf, post, test } from "./account.ts";
import { clipped, pseudo, speakPseudo } from "./pseudo.ts";

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

type Name = keyof typeof patterns;

/** Addresses that have no screen of their own, or the same as another one. */
const WITHOUT: readonly Name[] = [
  ...(["battleHallV2", "battleOld", "battleV2", "luckycenter"] as const), // aliases
  ...(["user", "refresh"] as const), // lead elsewhere
  ...(["overlay", "studioNew", "studioRoll"] as const), // a streamer's alone: a11y.spec.ts looks at them
];

test("pseudo keeps gaps and marks, and is longer by two fifths", () => {
  expect(pseudo("{{count}} boxes, <terms>read</terms>")).toBe("{{count}} böxéšöö, <terms>réádöö</terms>");
});

/** Goes there as a link would, and waits for a heading of the new screen. */
async function go(page: Page, to: string): Promise<void> {
  await page.evaluate((path) => {
    for (const element of document.querySelectorAll("main *")) element.setAttribute("data-before", "");
    history.pushState({ key: path }, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, to);
  await expect(page.locator("main :is(h1, h2, h3):not([data-before])").first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

const atRest = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  );

test("every address at 1440 and 390 px with texts two fifths longer", async ({ browser, request }) => {
  const account = await newAccount(request);
  const { results } = await openBox(request, account.token, 5);
  const room = {
    boxes: [FIRST_LIGHT.id],
    seats: 4,
    mode: "normal",
    private: false,
    priceCents: FIRST_LIGHT.priceCents,
  };
  const { battleId } = await post<{ battleId: string }>(request, account.token, "/api/battle/create", room);
  // The halls open their first rooms in the seconds after the start.
  const first = async (path: string, list: (data: never) => readonly { id: string }[] = (data) => data) => {
    let id: string | undefined;
    await expect(async () => {
      id = list(await get<never>(request, "", path))[0]?.id;
      expect(id, path).toBeDefined();
    }).toPass();
    return id ?? "";
  };
  const rooms = ({ rooms: list }: { rooms: { id: string }[] }) => list;
  const upgrade = await first("/api/upgrade/recent", ({ upgrades }: { upgrades: { id: string }[] }) => upgrades);
  const player = await first("/api/upgrade/recent", ({ upgrades }: { upgrades: { playerId: string }[] }) =>
    upgrades.map(({ playerId }) => ({ id: playerId })),
  );
  const addresses: Partial<Record<Name, string>> = {
    caseList: "/case/all",
    box: `/steer/case?box=${FIRST_LIGHT.id}`,
    battle: `/page/battle/${battleId}`,
    roll: `/page/roll/${await first("/api/roll/room/home/list")}`,
    luckycard: `/luckycard/${await first("/api/luckycard/rooms")}`,
    wish: `/wish/${await first("/api/wish/list?status=open&current=1&size=1", rooms)}`,
    mallItem: "/page/store/1",
    freeSkins: "/freeSKins/11",
    upgradeDetail: `/upgrade/detail?result=${encodeURIComponent(upgrade)}`,
    upgradeUser: `/upgrade/userInfo/${player}`,
    upgradeUserRecords: `/upgrade/userRecord/${player}`,
    verify: `/fair/verify?result=${encodeURIComponent(results[0]?.resultId ?? "")}`,
    outbox: "/demo/outbox?phone=13800000000",
    source: "/page/source?poster=NOBODY22",
    help: "/page/helpcenter/shouldknow",
  };
  const page = await pageOf(browser, account.token, { viewport: WIDE, language: "en" });
  await page.addInitScript(() => {
    const now = new Date(); // the mall asks for a real name when one enters it
    localStorage.setItem("realNameQuiet", `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`);
  });
  await speakPseudo(page);
  await page.goto("/page/task");
  await expect(page.getByRole("button", { name: pseudo("Notices") }).first()).toBeAttached();

  const wrong: string[] = [];
  for (const [name, pattern] of Object.entries(patterns) as [Name, string][]) {
    if (WITHOUT.includes(name)) continue;
    const to = addresses[name] ?? pattern;
    expect(to, `an address for ${name}`).not.toContain(":");
    for (const size of name === "upgradePhone" ? [NARROW] : [WIDE, NARROW]) {
      await page.setViewportSize(size);
      if (size === WIDE || name === "upgradePhone") await go(page, to);
      await atRest(page);
      const where = `${name} ${size.width}`;
      for (const text of await clipped(page)) wrong.push(`${where}: ${text}`);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wider > 0) wrong.push(`${where}: ${wider} px wider than the screen`);
    }
  }
  expect(wrong).toEqual([]);
});
