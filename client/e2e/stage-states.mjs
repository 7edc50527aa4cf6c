// The states of the stage that the design draws, each reached as a player reaches it: for pairs.mjs and films.mjs.
// What chance decides (an item, a wheel) is set in the answer on its way to the page: pictures of a win need a win.

export const WIDTHS = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } };
const BOX = 3;
const open = (page) => page.locator('[data-part="control-bar"]').getByRole("button", { name: /^Open\s/ });

/** The next openings give what stands at this place of the odds table; 0 is the dearest, −1 the cheapest. */
async function winsPlace(page, world, place) {
  const { entries } = await world.get(`/api/box/${BOX}`);
  await page.route("**/api/box/*/open", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const { def, valueCents } = entries[(place + entries.length) % entries.length];
    const { results } = body.data;
    Object.assign(results[results.length > 1 ? 1 : 0], { def, valueCents });
    await route.fulfill({ response, json: body });
  });
}

/** A wheel that comes to rest in the middle of its section, or a fifth of a turn behind it. */
const wheelRests = (page, won) =>
  page.route("**/api/upgrade/play", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const { startE8 } = route.request().postDataJSON();
    const { rateE8 } = body.data;
    const place = (won ? startE8 + rateE8 / 2 : startE8 + rateE8 + 2e7) / 1e8;
    body.data.won = won;
    body.data.result.v = Math.floor((place % 1) * 0xffffff);
    await route.fulfill({ response, json: body });
  });

const opening = (place, count) => ({
  as: "player",
  go: () => `/steer/case?box=${BOX}`,
  async ready(page, world) {
    await winsPlace(page, world, place);
    await open(page).waitFor();
    // A narrow bar has a list of them, a wide one a row.
    const [list, row] = ["combobox", "radio"].map((role) => page.locator('[data-part="control-bar"]').getByRole(role));
    if (count > 1 && (await list.isVisible())) await list.selectOption(String(count));
    else if (count > 1) await row.filter({ hasText: `×${count}` }).click();
    await page.locator('[data-part="stage"] [data-ready]').first().waitFor();
  },
  // By its key: a click waits for frames that stand still, and without a graphics processor there are few.
  start: (page) => open(page).press("Enter"),
  landed: (page) => page.getByRole("region", { name: "What you got" }).waitFor({ timeout: 60_000 }),
});

const upgrade = (won) => ({
  as: "player",
  go: () => "/page/upgradeHall",
  async ready(page) {
    await wheelRests(page, won);
    const mine = page.getByRole("region", { name: /Your items/ }).getByRole("button", { pressed: false });
    await mine.first().click();
    await page.getByRole("button", { name: "×2", exact: true }).click();
    await page.getByText(/Average return at this rate/).waitFor();
  },
  start: (page) => page.getByRole("button", { name: "Upgrade", exact: true }).click(),
  landed: (page) => page.getByRole("dialog").waitFor({ timeout: 60_000 }),
});

const battle = {
  as: "player",
  go: (world, token) => world.battle(token, 4),
  ready: (page) => page.locator('[data-part="reels"][data-ready]').waitFor({ timeout: 60_000 }),
  start: (page) =>
    page
      .locator('[data-part="game-row"]')
      .getByText(/5 ?\/ ?5/)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: 90_000 }),
  landed: (page) => page.locator('[data-part="takeover"]').waitFor({ timeout: 60_000 }),
};

const rain = {
  as: "player",
  go: () => "/page/caseBattle",
  async ready(page, world) {
    await world.rain();
    await page.locator('[data-part="rain-invite"]').waitFor({ timeout: 90_000 });
  },
  async start(page) {
    await page.getByRole("button", { name: /(^|, )Join$/ }).click();
    await page.locator('[data-phase="falling"]').waitFor({ timeout: 60_000 });
  },
  landed: (page) => page.locator('[data-phase="over"]').waitFor({ timeout: 60_000 }),
};

/** A card that is worth twelve times what it costs. */
const flip = {
  as: "player",
  go: async (world) => `/luckycard/${await fewCards(world)}`,
  async ready(page) {
    await page.route("**/flip", async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.data.flip.valueCents = 12 * body.data.flip.priceCents;
      await route.fulfill({ response, json: body });
    });
    await page
      .getByRole("button", { name: /^Card \d+$/ })
      .first()
      .click();
  },
  start: (page) => page.getByRole("button", { name: /^Turn card/ }).click(),
  landed: (page) => page.getByText(/^You got /).waitFor({ timeout: 60_000 }),
};

const still = (go) => ({ as: "player", go, ready: async () => undefined, start: async () => undefined });

/**
 * Of each: who sees it, where, how to make it ready, what begins it, and what ends it. `atMs` is the moment of its
 * picture, after it began or, with `fromEnd`, after it ended.
 */
export const states = {
  home: { ...still(() => "/"), atMs: 1500 },
  "open1-big": { ...opening(0, 1), fromEnd: true, atMs: 1900 },
  "open-loss": { ...opening(-1, 1), fromEnd: true, atMs: 700 },
  open5: { ...opening(0, 5), fromEnd: true, atMs: 900 },
  "upgrade-spin": { ...upgrade(true), atMs: 3000 },
  "upgrade-won": { ...upgrade(true), fromEnd: true, atMs: 300 },
  "upgrade-lost": { ...upgrade(false), fromEnd: true, atMs: 300 },
  "battle-play": { ...battle, atMs: 1500 },
  "battle-end": { ...battle, fromEnd: true, atMs: 3200 },
  luckycard: { ...flip, atMs: 700 },
  rain: { ...rain, atMs: 3500 },
  "rain-invite": {
    ...opening(0, 1),
    async start(page, world) {
      await world.rain();
      await page.locator('[data-part="rain-invite"]').waitFor({ timeout: 90_000 });
    },
    atMs: 600,
  },
};

/** A deck of nine, as it is drawn; else the first. */
async function fewCards(world) {
  const rooms = await world.get("/api/luckycard/rooms");
  return (rooms.find(({ cards, size }) => (cards ?? size) === 9) ?? rooms[0]).id;
}

/** A page at the beginning of a state. */
export async function reach(browser, world, name, width) {
  const state = states[name];
  if (!state) throw new Error(`no state ${name}`);
  const phone = Number(width) < 750;
  const context = await browser.newContext({ viewport: WIDTHS[width], isMobile: phone, hasTouch: phone });
  const token = await world.viewer(state.as);
  await context.addInitScript((key) => {
    localStorage.setItem("language", "en");
    localStorage.setItem("welfareQuiet", "1");
    if (key) localStorage.setItem("token", key);
  }, token);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000); // drawn without a graphics processor
  await page.goto(world.address + (await state.go(world, token)));
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await state.ready(page, world);
  return { state, page, context };
}
