// What is done on a screen before its picture is taken, in Chinese.

/** Presses a button of a row on the account page. */
export const accountRow = (name) => async (page) => {
  await page.getByRole("main").getByRole("button", { name }).first().click();
  await page.getByRole("dialog").getByRole("heading").first().waitFor();
};

/** Asks a game how it stays fair. */
export const fairInfo = (name) => async (page) => {
  await page.getByRole("main").getByRole("button", { name }).first().click();
  await page.getByRole("dialog", { name: "公平说明" }).waitFor();
};

export const login = (tab) => async (page) => {
  await page.getByRole("banner").getByRole("button").filter({ hasText: "登录" }).first().click();
  await page.getByRole("dialog").getByRole("tab").nth(tab).click();
};

export async function pressOpen(page, count) {
  await page.getByRole("radio", { name: `×${count}` }).click();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^开启\s/ })
    .click();
}

/** A refusal of the mall, as the server would tell it. */
export const refusal = (code, errMsg) => async (page) => {
  await page.route("**/api/mall/item/*/buy", (route) =>
    route.fulfill({ status: 409, json: { code, errCode: code, errMsg, data: null } }),
  );
  await page.getByRole("button", { name: "购买", exact: true }).click();
  await page.getByRole("dialog").getByRole("button").last().click();
  await page.getByText(`错误码 ${code}`).waitFor();
};

export const pay = (way) => async (page) => {
  await page.getByRole("radio", { name: way }).click();
  await page.getByRole("main").getByRole("button").filter({ hasText: "R$ 10.00" }).first().click();
  await page.getByRole("button", { name: /^支付/ }).click();
  await page.locator("[data-state]").waitFor();
};

export const ended = (act) => async (page) => {
  await pay("扫码支付")(page);
  const address = await page.getByRole("dialog").locator("code").textContent();
  const body = new URLSearchParams({ act }).toString();
  await page.request.post(new URL(address, page.url()).href, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    data: body,
  });
  await page.locator('[data-state="paid"], [data-state="failed"]').waitFor();
};

/** Buying by the sandbox's page in a frame, or in a window that stays closed here. */
export const elsewhere = (way) => async (page) => {
  await page.evaluate(() => {
    window.open = () => null;
  });
  await pay(way)(page);
};

/** A Steam account that no player has bound comes back from the provider. */
export const unknownSteam = (page) =>
  page.route("**/api/user/steam/login", (route) =>
    route.fulfill({ json: { code: 200, errCode: 0, errMsg: "", data: { token: "", steamId: "76561190000000001" } } }),
  );

/** A phone is bound: what only a person can do who passes a captcha. */
export const bound = (page) =>
  page.route("**/api/user/info", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, boundPhone: "138******00" } } });
  });

/** The end of a registration by Steam: a password that is shown once. */
export async function registered(page, world) {
  const data = { password: "k7mwq2xr9d", token: await world.player() };
  await page.route("**/api/user/steam/register", (route) =>
    route.fulfill({ json: { code: 200, errCode: 0, errMsg: "", data } }),
  );
  await page.getByLabel("手机号").fill("13900000000");
  await page.getByLabel("验证码").fill("123456");
  await page.getByRole("button", { name: "完成注册" }).click();
  await page.getByRole("dialog", { name: "您的登录密码" }).waitFor();
}

/** A streamer's own room, open, with a guest. */
export async function studioRoom(world, token) {
  const setup = {
    name: "Night draw",
    description: "Gems for everybody who looks in",
    joinType: "roll_join_open",
    gemsCents: [500, 100, 100],
    openAtMs: Date.now() + 3_600_000,
  };
  const { rollId } = await world.post(token, "/api/studio/roll/create", setup);
  await world.post(token, `/api/studio/roll/${rollId}/publish`);
  const guest = await world.player();
  await world.post(guest, "/api/roll/room/join/room", { roomId: rollId, spreadCode: "", vcode: "" });
  return `/page/studio/${rollId}`;
}
