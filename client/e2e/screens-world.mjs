// Players and what they have done, for pictures: by calls, without a screen. Each run makes its own.
import { spawnSync } from "node:child_process";

let made = 0;
const unique = () => `${Date.now().toString(36)}${made++}`;

/** What the demo has ready: an account with a trade link, R$ and fragments, and one with a studio. */
const LOGINS = { rich: "demo01", streamer: "streamer1" };
/** Two rounds of a box with a wide spread, then three cheaper ones. */
const BATTLE = [3, 4, 5, 6, 7];

export class World {
  /**
   * @param {string} address of the server @param {string} data its directory, for what an operator gives; "" without
   */
  constructor(address, data) {
    this.address = address;
    this.data = data;
  }

  async call(token, method, path, body) {
    const response = await fetch(this.address + path, {
      method,
      headers: { "content-type": "application/json", "Idempotency-Key": `shots-${unique()}`, ...(token && { token }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { code, errMsg, data } = await response.json();
    if (code !== 200) throw new Error(`${method} ${path}: ${code} ${errMsg}`);
    return data;
  }

  get = (path, token = "") => this.call(token, "GET", path);
  post = (token, path, body = {}) => this.call(token, "POST", path, body);

  async boxes() {
    this.known ??= Object.fromEntries((await this.get("/api/box/list")).boxes.map((box) => [box.id, box]));
    return this.known;
  }

  async open(token, box, count) {
    const { priceCents } = (await this.boxes())[box];
    return this.post(token, `/api/box/${box}/open`, { count, priceCents });
  }

  /** A new player, with some items. */
  async player() {
    const body = { phone: `s${unique()}`.slice(-13), password: "shots2026x", fingerprinId: "shots" };
    const { token } = await this.post("", "/api/user/register", body);
    await this.open(token, 3, 5);
    return token;
  }

  /** The token of the player a screen is for: none, a new one, or one of the demo's own; "debtor": debtor below. */
  async viewer(as) {
    if (!as) return "";
    if (as === "player") return this.player();
    this.tokens ??= {};
    this.tokens[as] ??= as === "debtor" ? this.debtor() : this.login(as);
    return this.tokens[as];
  }

  /** A player whose recharge was taken back after the gems were spent. */
  async debtor() {
    const token = await this.player();
    await this.recharge(token, 20_000, "pay");
    const [{ id }] = (await this.get("/api/pay/record?current=1&size=1", token)).records;
    const dear = Object.values(await this.boxes()).sort((a, b) => b.priceCents - a.priceCents);
    for (const box of dear) {
      for (;;) {
        const left = Math.round((await this.get("/api/user/info", token)).balance * 100);
        const count = Math.min(5, Math.floor(left / box.priceCents));
        if (count === 0) break;
        await this.open(token, box.id, count);
      }
    }
    this.operator("recharge", "reverse", id);
    return token;
  }

  async login(as) {
    const { token } = await this.post("", "/api/user/login", { phone: LOGINS[as], password: "jadebox18" });
    if (as === "rich") await this.live(token);
    return token;
  }

  /** A room of four; `seated` of them are there. All four make it start. */
  async battle(host, seated) {
    const boxes = await this.boxes();
    const priceCents = BATTLE.reduce((sum, box) => sum + boxes[box].priceCents, 0);
    const setup = { boxes: BATTLE, seats: 4, mode: "normal", private: false, priceCents };
    const { battleId } = await this.post(host, "/api/battle/create", setup);
    for (let i = 1; i < seated; i++) {
      await this.post(await this.player(), `/api/battle/${battleId}/join`, { seat: -1, code: "", priceCents });
    }
    return `/page/battle/${battleId}`;
  }

  /** Orders gems by the sandbox's QR code and lets the payer press a button. */
  async recharge(token, gemsCents, act) {
    const way = (await this.get("/api/pay/way", token)).find(({ type }) => type === 4);
    const quote = await this.get(`/api/pay/quote?gemsCents=${gemsCents}`, token);
    const { text } = await this.post(token, way.url, { type: 4, ...picked(quote) });
    await fetch(this.address + text, { method: "POST", body: new URLSearchParams({ act }) });
  }

  /** Every kind of record once, as far as this server allows; what it refuses is told and left out. */
  async live(token) {
    const steps = {
      cards: () =>
        this.operator(
          "props",
          "give",
          LOGINS.rich,
          "1",
          "2",
          "--fragments=2000",
          "--voucher=discount,chart,battle,reset",
        ),
      boxes: () => this.open(token, 3, 5),
      dear: () => this.open(token, 1, 5),
      paid: () => this.recharge(token, 20_000, "pay"),
      declined: () => this.recharge(token, 1000, "decline"),
      withdrawal: () => this.post(token, "/api/pay/withdraw", { amountCents: 1000, pixKey: "demo@example.com" }),
      name: async () => {
        if ((await this.get("/api/user/info", token)).isRealName === 1) return; // by a run before
        await this.post(token, "/api/user/auth/card", { name: "王小明", card: card() });
      },
      mall: async () => {
        const { records } = await this.get("/api/mall/items?maxCents=5000&size=2", token);
        for (const { id, priceCents } of records) await this.post(token, `/api/mall/item/${id}/buy`, { priceCents });
      },
      retrieval: async () => {
        const { records } = await this.get("/api/personal/center/back/pack?current=1&size=6&type=1", token);
        // the first is dear and waits for a person
        this.operator("settings", "set", "--patch", "delivery", '{"autoCents":2000}');
        await this.post(token, "/api/retrieve/request", { items: [records[0].id] });
        await this.post(token, "/api/bag/sell", { items: [records[1].id] });
        await this.post(token, "/api/retrieve/request", { items: [records[2].id] });
      },
      exchange: async () => {
        const { records } = await this.get("/api/exchange/list?current=1&size=24&most=500", token);
        const { def, debrisPrice } = records[0];
        await this.post(token, "/api/exchange", { def, debrisPrice });
      },
      upgrade: async () => {
        const { drawPPM } = await this.get("/api/upgrade/rule");
        const [{ id, valueCents }] = await this.cheap(token);
        const { target, targetCents } = await this.goal(1.5 * valueCents, 2.5 * valueCents);
        // Above a quarter the fee is a share of the rate (product spec §9), which is a number of hundredths of a per
        // cent.
        const rateE8 = Math.round((valueCents * (1e6 - drawPPM)) / (100 * targetCents)) * 10_000;
        const play = { items: [id], gemsCents: 0, target, targetCents, rateE8, startE8: 0 };
        await this.post(token, "/api/upgrade/play", play);
      },
      tradeIn: async () => {
        const two = (await this.cheap(token)).slice(0, 2);
        // as much as a target may be worth
        const most = 0.97 * two.reduce((sum, { valueCents }) => sum + valueCents, 0);
        const goal = await this.goal(most / 3, most);
        await this.post(token, "/api/bag/trade", { items: two.map(({ id }) => id), gemsCents: 0, ...goal });
      },
      wish: async () => {
        const { rooms } = await this.get("/api/wish/list?status=open&current=1&size=12");
        const { id, bottleCents } = rooms.find((room) => room.bottleCents > 0);
        await this.post(token, `/api/wish/${id}/take`, { bottles: [], count: 1, pay: "gems", cardNum: 0, bottleCents });
      },
      lucky: async () => {
        const [{ id, priceCents }] = await this.get("/api/luckycard/rooms");
        const { flips } = await this.get(`/api/luckycard/room/${id}`);
        const place = [...flips.keys(), flips.length].find((at) => !flips.some((flip) => flip.place === at));
        await this.post(token, `/api/luckycard/room/${id}/flip`, { place, priceCents });
      },
      battle: () => this.battle(token, 4),
      roll: async () => {
        const [{ id }] = await this.get("/api/roll/room/home/list?type=0");
        await this.post(token, "/api/roll/room/join/room", { roomId: id, spreadCode: "", vcode: "" });
      },
    };
    for (const [name, step] of Object.entries(steps)) {
      try {
        await step();
      } catch (error) {
        process.stdout.write(`rich player without ${name}: ${String(error).slice(0, 160)}\n`);
      }
    }
  }

  /** A player's items, the cheapest first. */
  async cheap(token) {
    const { records } = await this.get("/api/personal/center/back/pack?current=1&size=50&type=1", token);
    return records.sort((a, b) => a.valueCents - b.valueCents);
  }

  /** An item of the catalogue between two prices, as a play names it. */
  async goal(least, most) {
    const { items } = await this.get("/api/catalog/items");
    const { id, priceCents } = items.find((item) => item.priceCents >= least && item.priceCents <= most);
    return { target: id, targetCents: priceCents };
  }

  /** Begins a short rain as soon as none falls any more. */
  async rain() {
    this.operator("settings", "set", "--patch", "rain", '{"durationMs":12000}');
    for (let tries = 30; ; tries--) {
      try {
        this.operator("rain", "start", "--pool-gems", "50");
        return;
      } catch (error) {
        if (tries === 0) throw error;
        await new Promise((next) => setTimeout(next, 1000));
      }
    }
  }

  operator(...args) {
    if (this.data === "") throw new Error("no --data");
    const [command, ...rest] = args;
    const { status, stdout } = spawnSync(process.env.JADEBOX_BIN ?? "../bin/jadebox", [
      command,
      ...["--data", this.data],
      ...rest,
    ]);
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stdout}`);
  }
}

const picked = ({ priceCents, gemsCents, bonusCents }) => ({ priceCents, gemsCents, bonusCents });

/** A card that no other run has, with its check character. */
function card() {
  const body = `11010519${50 + (Date.now() % 40)}1229${String(Math.floor(Date.now() / 40) % 1000).padStart(3, "0")}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  return body + "10X98765432"[weights.reduce((sum, weight, i) => sum + weight * Number(body[i]), 0) % 11];
}
