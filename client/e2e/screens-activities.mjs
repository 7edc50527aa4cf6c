// Screens of the activities and of what lies over every page; fields as in screens.mjs.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const HELP = ["activity", "aboutus", "Termsofuse", "Privacypolicy", "shouldknow", "steamBind", "steam"];

/** Presses what is in the footer, which is the same at every width, and waits for its dialog. */
const overlay = (name, then) => ({
  go: "/page/drop",
  window: true,
  ready: async (page) => {
    await page.getByRole("contentinfo").getByRole("button", { name }).click();
    await page.getByRole("dialog").getByRole("heading").first().waitFor();
    await then?.(page.getByRole("dialog"));
  },
});

/** The sign-in of a new player, and then something of it. */
const sign = (then) => ({
  as: "player",
  go: async (world, token) => {
    await world.recharge(token, 1000, "pay"); // the house gives to whom it knows
    return "/";
  },
  window: true,
  ready: async (page) => {
    // The button of the head is away on a phone; the card of the first page signs at once.
    const button = page.getByRole("main").getByRole("button", { name: "签到", exact: true });
    await button.click();
    await page.getByRole("dialog", { name: "签到成功" }).waitFor();
    if (!then) return;
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "签到成功" }).waitFor({ state: "detached" }); // and the board was below it
    const board = page.getByRole("dialog", { name: "每日签到" });
    await board.getByRole("listitem").nth(10).waitFor();
    await then(board, page);
  },
});

/** A step of the welcome, after what leads to it. */
const welfare = (step, before) => ({
  as: "player",
  welcome: true,
  go: async (world, token) => {
    await before(world, token, await world.get("/api/task/register/welfare", token));
    return "/page/drop";
  },
  window: true,
  ready: (page) =>
    page
      .getByRole("dialog")
      .locator("[aria-current=step]", { hasText: String(step) })
      .waitFor(),
});
const freeBox = async (world, token, { welfareTaskBox: [box] }) => {
  await world.recharge(token, 1000, "pay");
  await world.post(token, "/api/task/open", { boxId: box.id });
};

/** A season of four weeks on one of the pages, in place of the one that ran. */
function season(world, page, name, fromHours, more = {}) {
  const folder = mkdtempSync(join(tmpdir(), "jadebox-season-"));
  const at = (hours) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const settings = {
    ...{ season: `${page}${Date.now().toString(36)}`.slice(0, 16), page, name },
    ...{ from: at(fromHours), until: at(fromHours + 28 * 24) },
    ...more,
  };
  writeFileSync(join(folder, "activity.json"), JSON.stringify(settings));
  world.operator("settings", "set", "activity", join(folder, "activity.json"));
  rmSync(folder, { recursive: true });
}
/** The demo's moon boxes, a night each. */
async function cycle(world) {
  const boxes = await Promise.all(Array.from({ length: 28 }, (_, i) => world.get(`/api/box/${201 + i}`)));
  return boxes.map(({ box, oddsVersion, oddsHash }) => ({ box: box.id, version: oddsVersion, odds: oddsHash }));
}
const MOON = { zh: "中秋月光", en: "Mid-autumn moon", pt: "Lua do meio do outono" };
const YEAR = { zh: "新年萝卜", en: "New-year radishes", pt: "Rabanetes de ano-novo" };

export const activities = {
  tasks: { go: "/page/task" },
  "tasks-player": { as: "player", go: "/page/task" },
  "free-skins": { as: "player", go: "/freeSKins/11" },
  active: { go: "/page/active" },
  "active-player": { as: "rich", go: "/page/active" },
  "active-box": {
    as: "player",
    go: async (world, token) =>
      `/page/active?box=${(await world.get("/api/activity/activity/box", token)).boxes[0].box.id}`,
    ready: (page) => page.getByText("实际返还").waitFor(),
  },
  "active-asked": {
    as: "player",
    go: async (world) => {
      // On a device of their own: players cannot help themselves by a second account.
      const friend = { phone: `f${Date.now().toString(36)}`, password: "shots2026x", fingerprinId: "friend" };
      const { token } = await world.post("", "/api/user/register", friend);
      const { code } = await world.get("/api/activity/assistance/count", token);
      return `/page/active?assist=${encodeURIComponent(code)}`;
    },
    ready: (page) => page.getByRole("region", { name: "好友邀请您助力" }).waitFor(),
  },
  "sign-done": sign(),
  "sign-board": sign(() => undefined),
  "sign-week": sign(async (board, page) => {
    await board.getByRole("button", { name: "每周福利" }).click();
    await page.getByRole("dialog", { name: "每周福利" }).getByRole("listitem").first().waitFor();
  }),
  "welfare-second": welfare(3, freeBox),
  notices: overlay("公告中心"),
  "notices-task": overlay("公告中心", (dialog) => dialog.getByRole("tab").nth(1).click()),
  guide: overlay("新手引导"),
  ...Object.fromEntries(HELP.map((key) => [`help-${key.toLowerCase()}`, { go: `/page/helpcenter/${key}` }])),
  snow: { go: "/page/drop", window: true, before: (page) => page.clock.setSystemTime(new Date("2026-12-25T12:00:00")) },
  offline: { go: "/offline.html" },
  // The last: a season takes the place of the one before.
  "moonbox-open": {
    as: "rich",
    go: async (world) => {
      // A few nights after new moon.
      season(world, "moonbox", MOON, -4 * 24, { boxes: [{ tokens: 30, cycle: await cycle(world) }] });
      return "/moonbox";
    },
    ready: (page) => page.getByRole("heading", { name: MOON.zh, level: 1 }).waitFor(),
  },
  "moonbox-night": {
    go: "/moonbox",
    window: true,
    ready: async (page) => {
      await page.locator('[data-night="15"]').click();
      await page.getByRole("dialog").getByRole("listitem").nth(5).waitFor();
    },
  },
  "newyear-soon": {
    go: (world) => {
      season(world, "newyear", YEAR, 24);
      return "/newyear2025";
    },
    ready: (page) => page.getByRole("timer").waitFor(),
  },
};
