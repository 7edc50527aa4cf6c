// Every screen that has a picture: who looks ("player": a new one with some items; "rich", "streamer": the demo's
// own; a visitor if missing), where, what to do there before the picture (in Chinese, the first language), and whether
// only what a window shows is taken.
import {
  accountRow,
  bound,
  elsewhere,
  ended,
  fairInfo,
  login,
  pay,
  pressOpen,
  refusal,
  registered,
  studioRoom,
  unknownSteam,
} from "./screens-acts.mjs";

const ONLY_PHONE = { only: 390 };

const empty = (go) => ({ as: "player", go });

const last = async (world) => (await world.get("/api/upgrade/recent")).upgrades[0];
const card = (name) => ({ as: "rich", go: "/user/account", window: true, ready: accountRow(name) });

const openMenu = (page) => page.getByRole("banner").locator("button[aria-haspopup=dialog]").last().click();

const WAIT_MS = 240_000;

/** The first of a list that a young server may still have to fill. */
async function first(list) {
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await new Promise((go) => setTimeout(go, 2000))) {
    const [one] = await list();
    if (one) return one;
  }
  throw new Error("nothing has ended yet");
}

export const screens = {
  home: { go: "/" },
  "home-player": { as: "player", go: "/" },
  cases: { go: "/case/all" },
  box: { go: "/steer/case?box=3" },
  "box-fair": {
    as: "player",
    go: "/steer/case?box=3",
    window: true,
    ready: fairInfo("了解原理"),
  },
  moonbox: { go: "/moonbox" },
  newyear: { go: "/newyear2025" },
  welfare: {
    as: "player",
    welcome: true,
    go: "/page/drop",
    window: true,
    ready: (page) => page.getByRole("dialog").getByRole("button", { name: "免费打开" }).waitFor(),
  },
  "box-reel": {
    as: "player",
    go: "/steer/case?box=3",
    ready: async (page) => {
      await pressOpen(page, 1);
      await page.waitForTimeout(3000);
    },
  },
  "box-result": {
    as: "player",
    go: "/steer/case?box=3",
    ready: async (page) => {
      await pressOpen(page, 5);
      await page.getByRole("region", { name: "本次获得" }).waitFor({ timeout: 60_000 });
    },
  },
  lobby: { go: "/page/caseBattle" },
  create: {
    as: "player",
    go: "/page/caseBattle",
    ready: async (page) => {
      await page.getByRole("button", { name: "创建对战" }).first().click();
      const add = page.getByRole("dialog").getByRole("button", { name: /^添加/ });
      for (let i = 0; i < 3; i++) await add.nth(i).click();
    },
  },
  "battle-waiting": { as: "player", go: (world, token) => world.battle(token, 2) },
  "battle-fair": {
    as: "player",
    go: (world, token) => world.battle(token, 2),
    window: true,
    ready: fairInfo("公平验证"),
  },
  "battle-running": {
    as: "player",
    go: (world, token) => world.battle(token, 4),
    ready: async (page) => {
      await page
        .getByText(/第 2 \/ 5|2 ?\/ ?5/)
        .first()
        .waitFor({ timeout: 40_000 });
      await page.waitForTimeout(1500);
    },
  },
  "battle-result": {
    as: "player",
    go: (world, token) => world.battle(token, 4),
    ready: (page) => page.getByRole("region", { name: /结束/ }).waitFor({ timeout: 90_000 }),
  },
  "upgrade-hall": {
    as: "player",
    go: "/page/upgradeHall",
    ready: async (page) => {
      await page.locator('main section button[aria-pressed="false"]').first().click();
      await page.getByRole("button", { name: "×2", exact: true }).click();
    },
  },
  "upgrade-fair": { as: "player", go: "/page/upgradeHall", window: true, ready: fairInfo("公平性说明") },
  "upgrade-result": {
    as: "player",
    go: "/page/upgradeHall",
    window: true,
    ready: async (page) => {
      await page.locator('main section button[aria-pressed="false"]').first().click();
      await page.getByRole("button", { name: "×2", exact: true }).click();
      await page.getByRole("main").getByRole("button", { name: "开始升级" }).click();
      await page.getByRole("dialog").waitFor({ timeout: 40_000 });
    },
  },
  "upgrade-history": {
    as: "rich",
    go: "/page/upgradeHall",
    window: true,
    ready: (page) => page.getByRole("button", { name: "我的升级" }).click(),
  },
  "upgrade-stories": { go: "/upgrade/replay" },
  "upgrade-rank": { go: "/upgrade/rank" },
  "upgrade-detail": {
    go: async (world) => `/upgrade/detail?result=${encodeURIComponent((await last(world)).id)}`,
  },
  "upgrade-user": { go: async (world) => `/upgrade/userInfo/${(await last(world)).playerId}` },
  "upgrade-user-records": { go: async (world) => `/upgrade/userRecord/${(await last(world)).playerId}` },
  "upgrade-records": { as: "rich", go: "/user/upgrade/record" },
  "trade-in": { as: "rich", go: "/page/replaceSkins" },
  "trade-records": { as: "rich", go: "/user/replace/record" },
  "hash-rank": { go: "/page/hashrank" },
  "roll-lobby": { go: "/page/roll" },
  "roll-room": {
    as: "player",
    go: async (world) => `/page/roll/${(await first(() => world.get("/api/roll/room/home/list"))).id}`,
  },
  "roll-ended": {
    as: "player",
    go: async (world, token) => {
      const path = "/api/roll/room/rooms?scope=ended&current=1&size=1";
      const { id } = await first(async () => (await world.get(path, token)).records);
      return `/page/roll/${id}`;
    },
  },
  "roll-records": { as: "rich", go: "/user/roll/record" },
  studio: { as: "streamer", go: "/page/studio" },
  "studio-no-role": { as: "player", go: "/page/studio" },
  "studio-new": { as: "streamer", go: "/page/studio/new" },
  "studio-room": { as: "streamer", go: (world, token) => studioRoom(world, token) },
  luckycards: { go: "/luckycard" },
  "luckycard-room": {
    as: "player",
    go: async (world) => `/luckycard/${(await world.get("/api/luckycard/rooms"))[0].id}`,
  },
  "luckycard-fair": {
    as: "player",
    go: async (world) => `/luckycard/${(await world.get("/api/luckycard/rooms"))[0].id}`,
    window: true,
    ready: fairInfo("公平性"),
  },
  "luckycard-center": { as: "rich", go: "/luckycenter" },
  "luckycard-records": { as: "rich", go: "/user/luckycenter" },
  drops: { go: "/page/drop" },
  "drop-records": { as: "rich", go: "/user/drop/record" },
  "drop-records-empty": empty("/user/drop/record"),
  "wish-tree": { as: "player", go: "/page/wish" },
  "wish-room": {
    as: "player",
    go: async (world) => `/wish/${(await world.get("/api/wish/list?status=open&current=1&size=1")).rooms[0].id}`,
    ready: (page) => page.locator("[data-number]").first().waitFor(),
  },
  "wish-ended": {
    as: "player",
    go: async (world) => {
      const { id } = await first(async () => (await world.get("/api/wish/list?status=final&current=1&size=1")).rooms);
      return `/wish/${id}`;
    },
  },
  "wish-records": { as: "rich", go: "/user/wish/record" },
  backpack: { as: "rich", go: "/user/case" },
  "backpack-empty": { as: "streamer", go: "/user/case" },
  sale: {
    as: "player",
    go: "/user/case",
    window: true,
    ready: (page) => page.getByRole("button", { name: "全部出售" }).click(),
  },
  retrieve: {
    as: "rich",
    go: "/user/case",
    window: true,
    ready: (page) => page.getByRole("button", { name: "提取", exact: true }).first().click(),
  },
  "retrieve-records": { as: "rich", go: "/user/retrieve/record" },
  "retrieve-records-empty": empty("/user/retrieve/record"),
  "retrieve-cancel": {
    as: "rich",
    go: "/user/retrieve/record",
    window: true,
    ready: (page) => page.getByRole("main").getByRole("button", { name: "取消提取" }).first().click(),
  },
  account: { as: "rich", go: "/user/account" },
  "account-new": { as: "player", go: "/user/account" },
  "account-picture": card(/头像/),
  "account-phone": card(/手机/),
  "account-phone-bound": { ...card(/手机/), as: "player", before: bound },
  "account-public-name": card(/名称/),
  "account-password": { ...card(/密码/), as: "player", before: bound },
  "account-trade": { as: "player", go: "/user/account", window: true, ready: accountRow(/交易链接/) },
  "account-name": { as: "player", go: "/user/account", window: true, ready: accountRow(/实名/) },
  "account-name-shown": card(/实名/),
  "account-seed": { as: "player", go: "/user/account", window: true, ready: accountRow(/修改种子/) },
  captcha: {
    as: "player",
    go: "/user/account",
    window: true,
    ready: async (page) => {
      await accountRow(/手机/)(page);
      await page
        .getByRole("dialog")
        .getByLabel("手机号")
        .fill(`139${String(Date.now()).slice(-8)}`);
      await page.getByRole("button", { name: "发送验证码" }).click();
      await page.getByRole("slider").waitFor();
    },
  },
  "steam-new": { go: "/steam/return?openid.mode=id_res", before: unknownSteam },
  "steam-password": {
    go: "/steam/return?openid.mode=id_res",
    window: true,
    before: unknownSteam,
    ready: registered,
  },
  "steam-refused": { go: "/steam/return?openid.mode=cancel" },
  "password-forgotten": {
    go: "/",
    window: true,
    ready: async (page) => {
      await login(0)(page);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /忘记密码/ })
        .click();
      await page.getByRole("dialog", { name: "修改密码" }).waitFor();
    },
  },
  vip: { as: "rich", go: "/user/vip" },
  "vip-new": empty("/user/vip"),
  limits: { as: "rich", go: "/user/limits" },
  openings: { as: "rich", go: "/user/mbox/record" },
  records: { as: "rich", go: "/user/records" },
  battles: { as: "rich", go: "/user/battle/record" },
  "battles-empty": { as: "player", go: "/user/battle/record" },
  cards: { as: "rich", go: "/user/cards" },
  "cards-empty": { as: "player", go: "/user/cards" },
  "card-use": {
    as: "rich",
    go: "/user/cards",
    window: true,
    ready: (page) => page.getByRole("main").getByRole("button", { name: /^使用/ }).last().click(),
  },
  chart: {
    as: "rich",
    go: "/user/cards",
    window: true,
    ready: (page) => page.getByRole("main").getByRole("button", { name: /图/ }).first().click(),
  },
  exchange: { as: "rich", go: "/user/exchange" },
  "exchange-new": empty("/user/exchange"),
  "exchange-confirm": {
    as: "rich",
    go: "/user/exchange",
    window: true,
    ready: (page) => page.locator("main li button:enabled").first().click(),
  },
  "exchange-records": { as: "rich", go: "/user/exchange/record" },
  "exchange-records-empty": empty("/user/exchange/record"),
  recharge: {
    as: "rich",
    go: "/page/assets",
    ready: (page) => page.getByRole("main").getByRole("button").filter({ hasText: "R$ 50.00" }).first().click(),
  },
  "recharge-qr": { as: "player", go: "/page/assets", only: 1440, window: true, ready: pay("扫码支付") },
  "recharge-paid": { as: "player", go: "/page/assets", only: 1440, window: true, ready: ended("pay") },
  "recharge-failed": { as: "player", go: "/page/assets", only: 1440, window: true, ready: ended("decline") },
  "recharge-pix": { as: "player", go: "/page/assets", window: true, ready: pay("Pix") },
  "recharge-cashier": { as: "player", go: "/page/assets", window: true, ready: pay("收银台") },
  "recharge-window": { as: "player", go: "/page/assets", window: true, ready: elsewhere("银行卡") },
  withdraw: { as: "rich", go: "/page/assets?openType=withdraw" },
  "withdraw-new": empty("/page/assets?openType=withdraw"),
  "recharge-records": { as: "rich", go: "/user/recharge/record" },
  "recharge-debt": { as: "debtor", go: "/user/recharge/record" },
  "recharge-records-empty": empty("/user/recharge/record"),
  "assets-records": { as: "rich", go: "/user/assets/record" },
  "assets-records-empty": empty("/user/assets/record"),
  mall: { as: "rich", go: "/page/store?type=skin" },
  "mall-name": {
    as: "player",
    go: "/page/store/1",
    window: true,
    ready: (page) => page.getByRole("main").getByRole("button", { name: "购买", exact: true }).click(),
  },
  "mall-item": { as: "rich", go: "/page/store/1" },
  "mall-buy": {
    as: "rich",
    go: "/page/store/1",
    window: true,
    ready: (page) => page.getByRole("button", { name: "购买", exact: true }).click(),
  },
  "mall-none": { as: "rich", go: "/page/store?type=skin&q=zzz" },
  "mall-few": {
    as: "rich",
    go: (world) => {
      world.operator("mall", "stock", "2", "3");
      return "/page/store/2";
    },
  },
  "mall-orders": { as: "rich", go: "/user/store/record" },
  "mall-orders-empty": empty("/user/store/record"),
  promotion: { as: "rich", go: "/page/promotion", ready: (page) => page.locator("canvas[data-drawn]").waitFor() },
  "promotion-new": empty("/page/promotion"),
  "promotion-visitor": { go: "/page/promotion" },
  source: {
    as: "rich",
    go: async (world, token) => `/page/source?poster=${(await world.get("/api/promotion/info", token)).spreadCode}`,
  },
  "source-wrong": { go: "/page/source?poster=AAAAAAAA" },
  outbox: { go: "/demo/outbox?phone=13800000000" },
  closed: {
    go: () => `/siteMaintain.html?timer=${Date.now() + 3_600_000}`,
    before: (page) => page.route("**/api/**", (route) => route.fulfill({ status: 503, body: "" })),
  },
  verify: { go: "/fair/verify" },
  "verify-result": {
    as: "player",
    go: async (world, token) =>
      `/fair/verify?result=${encodeURIComponent((await world.open(token, 3, 1)).results[0].resultId)}`,
    ready: (page) => page.locator("[data-outcome]").waitFor({ timeout: 30_000 }),
  },
  instructions: { go: "/page/instrutions" },
  help: { go: "/page/helpcenter/hash" },
  login: { go: "/", ready: login(0), window: true },
  register: { go: "/", ready: login(1), window: true },
  menu: {
    as: "player",
    go: "/",
    ...ONLY_PHONE,
    window: true,
    ready: openMenu,
  },
  search: {
    as: "player",
    go: "/",
    window: true,
    ready: async (page) => {
      const search = page.getByRole("button", { name: "全站搜索" });
      if (!(await search.isVisible())) await openMenu(page); // on a phone it stands there
      await search.click();
      // A picture of what is still fading in shows nothing.
      await page.getByRole("dialog").evaluate((dialog) => Promise.all(dialog.getAnimations().map((a) => a.finished)));
    },
  },
  "error-6002": {
    as: "player",
    go: "/steer/case?box=20",
    window: true,
    ready: async (page) => {
      await pressOpen(page, 5);
      await page.getByRole("dialog").waitFor();
    },
  },
  "error-6004": { as: "rich", go: "/page/store/1", window: true, ready: refusal(6004, "背包是空的，先去开箱吧") },
  "error-5512": { as: "rich", go: "/page/store/1", window: true, ready: refusal(5512, "您的Steam库存为私密状态") },
  "error-630": { as: "rich", go: "/page/store/1", window: true, ready: refusal(630, "价格已更新，请刷新页面") },
  "error-6005": { as: "rich", go: "/page/store/1", window: true, ready: refusal(6005, "购买前请先完成实名认证") },
  "error-other": { as: "rich", go: "/page/store/1", window: true, ready: refusal(5403, "该饰品已售罄") },
};

/** What falls lies over every page: these are the last. */
const rain = (phase) => ({
  as: "player",
  go: "/page/caseBattle",
  window: true,
  ready: async (page, world) => {
    await world.rain();
    const invitation = page.locator('[data-part="rain-invite"]');
    await invitation.waitFor({ timeout: 60_000 });
    const buttons = invitation.getByRole("button"); // a card has two, a pill is one
    await ((await buttons.count()) > 0 ? buttons.first() : invitation).click();
    await page.locator(`[data-phase="${phase}"]`).waitFor({ timeout: 60_000 });
  },
});
for (const phase of ["countdown", "falling", "over"]) screens[`rain-${phase}`] = rain(phase);
