/**
 * The light of a battle's end, over its whole arena: a beam and rays from the winner, and the items of the others on
 * their way there, each with a trail in the colour of its rarity. A function of the time since the battle ended.
 */
import { Container, Sprite, Texture } from "pixi.js";
import { makeLightKit } from "../light-kit.ts";
import { LightView } from "../light-view.ts";
import { JADE, rarityTint } from "../palette.ts";
import type { Scene, SceneContext } from "../scene.ts";
import {
  arcAt,
  arrivedAt,
  flightAt,
  type Point,
  TAKEOVER_BEAM_MS,
  TAKEOVER_FLY_MS,
  TAKEOVER_TICKS,
  takeoverEndMs,
} from "../takeover-time.ts";
import { makeTierFrame, TIERS, type Tier, tierFrame } from "../tiers.ts";

export interface Flight {
  /** The column that it leaves. */
  readonly seat: number;
  /** Address of the item's small picture. */
  readonly image: string;
  readonly rarity: string;
}

export interface TakeoverScenePlan {
  readonly seats: number;
  /** The columns of the winners. */
  readonly first: number;
  readonly count: number;
  readonly tier: Tier;
  /** The player has lost: no particles once the items fly. */
  readonly lost: boolean;
  readonly flights: readonly Flight[];
  /** The middle of the winner's picture, px. */
  readonly target: () => Point;
}

interface Flyer {
  readonly item: Sprite;
  readonly trail: readonly Sprite[];
  readonly from: Point;
}

const TRAIL = 26;
const TRAIL_NARROW = 12;
/** Share of the flight between two steps of a trail. */
const TRAIL_STEP = 0.011;
const NARROW = 600;
const BEAM_ALPHA = 0.26;
const BEAM_RISE_MS = 300;
const SEED = 7;
/** What the light takes for the height of its stage, px: the ring stays within the winner's half. */
const LIGHT = 400;

async function pictureOf(address: string): Promise<Texture> {
  if (address === "") return Texture.EMPTY;
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return Texture.from(picture, true);
  } catch {
    return Texture.EMPTY; // without its picture an item flies as its light
  }
}

export async function takeoverScene(context: SceneContext, plan: TakeoverScenePlan): Promise<Scene> {
  const addresses = [...new Set(plan.flights.map(({ image }) => image))];
  const loaded = await Promise.all(addresses.map(pictureOf));
  const textures = new Map(addresses.map((address, i) => [address, loaded[i] ?? Texture.EMPTY]));
  const kit = makeLightKit();
  const light = new LightView(kit);
  const root = new Container();
  const beam = new Sprite(kit.glow);
  beam.anchor.set(0.5);
  beam.tint = JADE;
  beam.blendMode = "add";
  const trails = new Container();
  const items = new Container();
  root.addChild(beam, light.back, light.front, trails, items, light.over);

  let flyers: readonly Flyer[] = [];
  const target: Point = { x: 0, y: 0 };
  const at: Point = { x: 0, y: 0 };
  const frame = makeTierFrame();
  let height = 1;
  let size = 1;
  let rung = 0;
  let began = false;

  function makeFlyers(phone: boolean): void {
    trails.removeChildren();
    items.removeChildren();
    flyers = plan.flights.map(({ image, rarity }) => {
      const item = new Sprite(textures.get(image) ?? Texture.EMPTY);
      item.anchor.set(0.5);
      items.addChild(item);
      const trail = Array.from({ length: phone ? TRAIL_NARROW : TRAIL }, () => {
        const s = new Sprite(kit.glow);
        s.anchor.set(0.5);
        s.tint = rarityTint(rarity);
        s.blendMode = "add";
        trails.addChild(s);
        return s;
      });
      return { item, trail, from: { x: 0, y: 0 } };
    });
  }

  function place(flyer: Flyer, i: number, tMs: number): void {
    const u = flightAt(i, flyers.length, tMs);
    const flies = u > 0 && u < 1 && plan.tier > 0;
    flyer.item.visible = flies;
    for (const s of flyer.trail) s.visible = flies;
    if (!flies) return;
    const over = Math.min(target.y, flyer.from.y) - height * 0.16 - (i % 3) * height * 0.05;
    const near = 1.05 - 0.55 * u;
    arcAt(flyer.from, over, target, u, at);
    flyer.item.position.set(at.x, at.y);
    flyer.item.scale.set((size * near) / Math.max(1, flyer.item.texture.width));
    flyer.item.rotation = (((i * 37) % 50) - 25) * 0.0175 * (1 + u);
    for (let n = 0; n < flyer.trail.length; n++) {
      const s = flyer.trail[n];
      if (!s) continue;
      arcAt(flyer.from, over, target, Math.max(0, u - n * TRAIL_STEP), at);
      const fade = 1 - n / flyer.trail.length;
      s.position.set(at.x, at.y);
      s.setSize(size * 0.5 * near * fade);
      s.alpha = 0.2 * fade;
    }
  }

  /** One bell an arrival, each a semitone higher; a moment that was seeked to is silent. */
  function ring(tMs: number): void {
    const arrived = Math.min(TAKEOVER_TICKS, arrivedAt(flyers.length, tMs));
    if (arrived > rung && arrived - rung < 3 && plan.tier > 0) context.sound.bell(arrived - 1);
    rung = arrived;
    if (!began && tMs >= 0 && tMs < TAKEOVER_BEAM_MS + 200) context.sound.sting(TIERS[plan.tier].sound);
    began = tMs >= 0;
  }

  return {
    root,
    endMs: takeoverEndMs(plan.tier),
    resize(w, h) {
      const phone = w <= NARROW;
      if (flyers.length !== plan.flights.length) makeFlyers(phone);
      const place = plan.target();
      target.x = place.x;
      target.y = place.y;
      height = h;
      size = phone ? 84 : Math.min(150, w / 8);
      light.show({ tier: plan.tier, tint: JADE, seed: SEED, phone });
      light.layout(target.x, target.y, Math.min(LIGHT, h * 0.6), w);
      beam.position.set(target.x, h / 2);
      beam.setSize(Math.max(phone ? w * 0.7 : 340, (w / plan.seats) * plan.count * 1.06), h * 2.2);
      plan.flights.forEach(({ seat }, i) => {
        const from = flyers[i]?.from;
        if (!from) return;
        from.x = ((seat + 0.5) * w) / plan.seats;
        from.y = h * (phone ? 0.62 : 0.5);
      });
    },
    economize: (level) => light.economize(level),
    seek(tMs) {
      const lit = tMs - TAKEOVER_BEAM_MS;
      tierFrame(plan.tier, lit, frame);
      light.seek(frame, lit, context.reducedMotion || (plan.lost && tMs >= TAKEOVER_FLY_MS));
      beam.visible = lit >= 0 && plan.tier > 0;
      beam.alpha = BEAM_ALPHA * Math.min(1, Math.max(0, lit) / BEAM_RISE_MS);
      for (let i = 0; i < flyers.length; i++) {
        const flyer = flyers[i];
        if (flyer) place(flyer, i, tMs);
      }
      ring(tMs);
      return true;
    },
    destroy() {
      root.destroy({ children: true });
      kit.destroy();
      for (const texture of textures.values()) if (texture !== Texture.EMPTY) texture.destroy(true);
    },
  };
}
