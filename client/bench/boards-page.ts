/**
 * The page that boards.mjs drives: each scene of the stage at twelve moments, on one sheet. Every scene is a
 * function of time, so a sheet is drawn by seeking and is the same on every machine. What a page writes over its stage
 * (names, numbers) is no part of a scene; under each picture stands its time.
 */
import "@fontsource-variable/sora";
import type { BattlePlan } from "../src/stage/battle-time.ts";
import { openingEndMs, openingLandsMs, rowLandsMs } from "../src/stage/opening-time.ts";
import { rollDraw, rollDrawMs } from "../src/stage/roll-time.ts";
import type { Scene, SceneContext } from "../src/stage/scene.ts";
import { columnsScene } from "../src/stage/scenes/columns.ts";
import { openingScene } from "../src/stage/scenes/opening.ts";
import { rainScene } from "../src/stage/scenes/rain.ts";
import { rollNamesScene } from "../src/stage/scenes/roll-names.ts";
import { takeoverScene } from "../src/stage/scenes/takeover.ts";
import { wheelScene, wheelShowMs } from "../src/stage/scenes/wheel.ts";
import { silence } from "../src/stage/sound.ts";
import { Stage } from "../src/stage/stage.ts";
import { reelPlanFor } from "../src/stage/strip.ts";
import { takeoverEndMs } from "../src/stage/takeover-time.ts";
import type { Tier } from "../src/stage/tiers.ts";
import { wheelPlan } from "../src/stage/wheel-time.ts";
import { battlePlan, boxes, entry, strip } from "./scenes.ts";

interface Board {
  readonly width: number;
  readonly height: number;
  /** Milliseconds of the scene. */
  readonly times: readonly number[];
  build(context: SceneContext): Promise<Scene>;
}

const FRAMES = 12;

/** Three moments on the way to a landing, and nine of what follows, close at first. */
const around = (landsMs: number, endMs: number): number[] => [
  ...[0.35, 0.8, 0.97].map((share) => landsMs * share),
  ...Array.from({ length: FRAMES - 3 }, (_, i) => landsMs + (endMs - landsMs) * (i / (FRAMES - 4)) ** 1.6),
];

const evenly = (fromMs: number, toMs: number): number[] =>
  Array.from({ length: FRAMES }, (_, i) => fromMs + ((toMs - fromMs) * i) / (FRAMES - 1));

function opening(count: number, tier: Tier, width: number, height: number): Board {
  const timing = { rows: count, answeredMs: 0, fast: false, calm: false, tier };
  const landsMs = openingLandsMs(timing);
  const times = count === 1 ? around(landsMs, openingEndMs(timing)) : around(rowLandsMs(timing, 0), openingEndMs(timing));
  return {
    width,
    height,
    times,
    async build(context) {
      const box = boxes[0];
      if (!box) throw new Error("no boxes");
      // The dearer the tier, the dearer the item that is shown for it.
      const byValue = [...box.entries].sort((a, b) => b.priceCents - a.priceCents);
      const won = byValue[Math.round(((4 - tier) / 4) * (byValue.length - 1))];
      const rows = Array.from({ length: count }, (_, i) => {
        const entries = strip(box, `board:${tier}:${i}`, i * 3);
        const reel = reelPlanFor(`board:${tier}:${i}`, 0, 0);
        const best = count === 1 || i === 1;
        if (won && best) entries[reel.stopIndex] = won;
        return { entries, reel, valueCents: 1000 };
      });
      const scene = await openingScene(context, {
        entries: box.entries,
        strips: rows.map(({ entries }) => entries),
        onMoment() {},
        onLayout() {},
      });
      scene.turn();
      scene.answer({ rows, tier, best: count > 1 ? 1 : -1, bestTier: count > 1 ? tier : 0, seed: 5, fast: false }, 0);
      return scene;
    },
  };
}

function battle(seats: number, width: number, height: number): Board {
  const plan = battlePlan(seats);
  const { roundMs, rounds }: BattlePlan = plan.battle;
  const lastMs = (rounds - 1) * roundMs;
  return {
    width,
    height,
    times: [...evenly(lastMs, lastMs + 3200).slice(0, 4), ...evenly(lastMs + 2600, lastMs + 4800).slice(0, 8)],
    build: (context) => columnsScene(context, { ...plan, fit: "battle" }),
  };
}

function takeover(tier: Tier, lost: boolean, width: number, height: number): Board {
  const flights = [0, 2, 3].flatMap((seat) =>
    boxes.slice(0, 3).map((box, i) => {
      const item = entry(box.odds[(seat + i) % box.odds.length]?.def ?? 0);
      return { seat, image: item.thumb, rarity: item.rarity };
    }),
  );
  return {
    width,
    height,
    times: evenly(0, takeoverEndMs(tier)),
    build: (context) =>
      takeoverScene(context, {
        seats: 4,
        first: 1,
        count: 1,
        tier,
        lost,
        flights,
        target: () => ({ x: (1.5 * width) / 4, y: height * 0.3 }),
      }),
  };
}

function wheel(won: boolean, width: number, height: number): Board {
  const plan = wheelPlan({ id: "board", startE8: 10_000_000, rateE8: 32_000_000, v: won ? 4_500_000 : 7_300_000, won });
  const tier: Tier = won ? 3 : 0;
  const item = boxes[0]?.entries[0];
  return {
    width,
    height,
    times: around(plan.spinMs, wheelShowMs(plan, tier)),
    build: (context) =>
      wheelScene(context, {
        wheel: plan,
        tier,
        prize: item && { image: item.image, rarity: item.rarity },
        place: (w, h) => ({ x: w / 2, y: h * 0.46, radius: Math.min(w, h) * 0.34 }),
      }),
  };
}

function rain(width: number, height: number): Board {
  const plan = { seed: 7, durationMs: 12_000, everyMs: width < 600 ? 500 : 200, lifeMs: 4200 };
  return {
    width,
    height,
    times: evenly(600, 11_000),
    async build(context) {
      const scene = await rainScene(context, plan, "/art/red-packet.webp");
      for (const n of [6, 12, 20]) scene.take(n, n * plan.everyMs + 1500, true);
      return scene;
    },
  };
}

function roll(width: number, height: number): Board {
  const names = ["Astra", "Koi", "Mirela", "Sable", "Juniper", "Onyx", "Pavel", "Linh", "Tao", "Rosa"];
  const draw = rollDraw(["Koi", "Astra"], names, 8000);
  return {
    width,
    height,
    times: evenly(200, rollDrawMs(draw)),
    build: (context) => rollNamesScene(context, draw),
  };
}

const WIDE = [1312, 500] as const;
const PHONE = [390, 538] as const;
const TIERS: readonly Tier[] = [0, 1, 2, 3, 4];

const boards: Record<string, Board> = {
  ...Object.fromEntries(TIERS.map((tier) => [`tier-${tier}-1440`, opening(1, tier, ...WIDE)])),
  ...Object.fromEntries(TIERS.map((tier) => [`tier-${tier}-390`, opening(1, tier, ...PHONE)])),
  "open5-1440": opening(5, 2, ...WIDE),
  "open5-390": opening(5, 2, ...PHONE),
  "battle-last-round-1440": battle(4, 1312, 560),
  "battle-last-round-390": battle(4, 374, 414),
  "battle-end-won-1440": takeover(3, false, 1312, 706),
  "battle-end-won-390": takeover(3, false, 374, 414),
  "battle-end-lost-390": takeover(2, true, 374, 414),
  "upgrade-won-1440": wheel(true, 1312, 772),
  "upgrade-won-390": wheel(true, 390, 500),
  "upgrade-lost-390": wheel(false, 390, 500),
  "rain-1440": rain(1440, 900),
  "rain-390": rain(390, 844),
  "roll-1440": roll(900, 320),
  "roll-390": roll(374, 240),
};

/** Columns of a sheet, and how wide a picture is on it. */
const formOf = ({ width }: Board) => (width < 600 ? { columns: 6, px: 200 } : { columns: 4, px: 320 });
const CAPTION = 20;
const GAP = 4;
const QUALITY = 0.72;
/** Pictures that are fetched while a scene is shown are there after so long. */
const SETTLE_MS = 400;

const host = document.getElementById("host") as HTMLElement;

async function sheet(name: string): Promise<string> {
  const board = boards[name];
  if (!board) throw new Error(name);
  host.style.width = `${board.width}px`;
  host.style.height = `${board.height}px`;
  const abort = new AbortController();
  const { signal } = abort;
  const stage = await Stage.create(host, { signal, dpr: 1 });
  if (!stage) throw new Error("no stage");
  const context = { reducedMotion: false, sound: silence, signal, invalidate: () => stage.invalidate() };
  stage.setScene(await board.build(context));
  const { columns, px } = formOf(board);
  const high = Math.round((px * board.height) / board.width);
  const canvas = document.createElement("canvas");
  canvas.width = columns * (px + GAP) - GAP;
  canvas.height = Math.ceil(FRAMES / columns) * (high + CAPTION + GAP) - GAP;
  const g = canvas.getContext("2d");
  if (!g) throw new Error("no 2D context");
  g.fillStyle = "#0b0e14";
  g.fillRect(0, 0, canvas.width, canvas.height);
  g.font = "12px sans-serif";
  g.textBaseline = "middle";
  for (const t of board.times) stage.draw(t);
  await new Promise((go) => setTimeout(go, SETTLE_MS));
  board.times.forEach((t, i) => {
    const x = (i % columns) * (px + GAP);
    const y = Math.floor(i / columns) * (high + CAPTION + GAP);
    stage.draw(t);
    g.drawImage(stage.canvas, x, y, px, high);
    g.fillStyle = "#aeb8cb";
    g.fillText(`${Math.round(t)} ms`, x + 4, y + high + CAPTION / 2);
  });
  stage.destroy();
  abort.abort();
  return canvas.toDataURL("image/webp", QUALITY);
}

declare global {
  var BOARDS: { readonly names: readonly string[]; sheet(name: string): Promise<string> };
}
globalThis.BOARDS = { names: Object.keys(boards), sheet };
