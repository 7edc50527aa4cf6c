/** Red packets over the whole screen. Positions are pure time; only what was taken is remembered. */
import { Container, Sprite, Texture } from "pixi.js";
import { makeLightKit } from "../light-kit.ts";
import {
  endPacket,
  farPlan,
  firstPacket,
  makePacketState,
  nearPlan,
  packetAt,
  packetUnder,
  type RainPlan,
} from "../rain-time.ts";
import type { Scene, SceneContext } from "../scene.ts";

export interface RainScene extends Scene {
  /** The packet under a point of the stage, -1 for none. */
  under(x: number, y: number, tMs: number): number;
  /** Bursts a packet at a moment: it opens when it holds something, else it only shakes. */
  take(n: number, tMs: number, opens: boolean): void;
}

const GOLD = 0xffd36b;
const BURST_MS = 420;
const SHAKE_MS = 240;

/** Heights of a packet far behind and near before the others, px of the screen. */
const FAR_PX = 46;
const NEAR_PX = 190;
const FAR_ALPHA = 0.55;
const NEAR_ALPHA = 0.6;
/** Blur, px of a picture 128 px high. */
const FAR_BLUR = 3;
const NEAR_BLUR = 5;
const SOFT_PX = 128;

const mostOf = (plan: RainPlan): number => Math.ceil(plan.lifeMs / plan.everyMs) + 1;

/** The picture out of focus, made once. A browser whose canvas knows no filter shows it sharp. */
function soft(picture: HTMLImageElement, blurPx: number): Texture {
  const canvas = document.createElement("canvas");
  const width = Math.round((SOFT_PX * picture.naturalWidth) / picture.naturalHeight);
  const room = blurPx * 3;
  canvas.width = width + 2 * room;
  canvas.height = SOFT_PX + 2 * room;
  const g = canvas.getContext("2d");
  if (g) {
    g.filter = `blur(${blurPx}px)`;
    g.drawImage(picture, room, room, width, SOFT_PX);
  }
  return Texture.from(canvas, true);
}

interface Depth {
  readonly root: Container;
  seek(tMs: number, width: number, height: number): void;
  destroy(): void;
}

/** Packets at another depth: seen, never hit. */
function depth(texture: Texture, plan: RainPlan, px: number, alpha: number): Depth {
  const root = new Container();
  const most = mostOf(plan);
  const sprites = Array.from({ length: most }, () => {
    const sprite = new Sprite(texture);
    sprite.anchor.set(0.5);
    sprite.alpha = alpha;
    root.addChild(sprite);
    return sprite;
  });
  const state = makePacketState();
  return {
    root,
    seek(tMs, width, height) {
      for (const sprite of sprites) sprite.visible = false;
      for (let n = firstPacket(plan, tMs); n < endPacket(plan, tMs); n++) {
        const sprite = sprites[n % most];
        packetAt(plan, n, tMs, state);
        if (!sprite || !state.live) continue;
        sprite.visible = true;
        sprite.position.set(state.x * width, state.y * height);
        sprite.rotation = state.rotation;
        sprite.scale.set((px * state.size) / texture.height);
      }
    },
    destroy() {
      texture.destroy(true);
    },
  };
}

export async function rainScene(context: SceneContext, plan: RainPlan, image: string): Promise<RainScene> {
  const picture = new Image();
  picture.src = image;
  await picture.decode();
  const texture = Texture.from(picture, true);
  const kit = makeLightKit();
  const root = new Container();
  const glows = new Container();
  const packets = new Container();
  const far = depth(soft(picture, FAR_BLUR), farPlan(plan), FAR_PX, FAR_ALPHA);
  const near = depth(soft(picture, NEAR_BLUR), nearPlan(plan), NEAR_PX, NEAR_ALPHA);
  root.addChild(far.root, glows, packets, near.root);
  const most = mostOf(plan);
  const sprites = Array.from({ length: most }, () => {
    const sprite = new Sprite(texture);
    sprite.anchor.set(0.5);
    packets.addChild(sprite);
    const glow = new Sprite(kit.glow);
    glow.anchor.set(0.5);
    glow.tint = GOLD;
    glow.blendMode = "add";
    glows.addChild(glow);
    return { sprite, glow };
  });
  const state = makePacketState();
  const opened = new Map<number, number>();
  const shaken = new Map<number, number>();
  let width = 1;
  let height = 1;
  let size = 1;

  function place(n: number, tMs: number): void {
    const pair = sprites[n % most];
    if (!pair) return;
    const { sprite, glow } = pair;
    packetAt(plan, n, tMs, state);
    const burst = (tMs - (opened.get(n) ?? Number.POSITIVE_INFINITY)) / BURST_MS;
    const shake = (tMs - (shaken.get(n) ?? Number.NEGATIVE_INFINITY)) / SHAKE_MS;
    const gone = burst >= 1;
    sprite.visible = state.live && !gone;
    glow.visible = sprite.visible && burst >= 0;
    if (!sprite.visible) return;
    const grow = burst >= 0 ? 1 + burst * 0.7 : 1;
    const wobble = shake >= 0 && shake < 1 ? Math.sin(shake * 18) * (1 - shake) * 0.35 : 0;
    sprite.position.set(state.x * width, state.y * height);
    sprite.rotation = state.rotation + wobble;
    sprite.scale.set((size * state.size * grow) / texture.height);
    sprite.alpha = burst >= 0 ? 1 - burst : 1;
    glow.position.copyFrom(sprite.position);
    glow.setSize(size * 2.6 * grow);
    glow.alpha = burst >= 0 ? (1 - burst) * 0.9 : 0;
  }

  return {
    root,
    endMs: plan.durationMs,
    resize(w, h) {
      width = w;
      height = h;
      size = Math.max(84, Math.min(132, h * 0.14));
    },
    seek(tMs) {
      for (const { sprite, glow } of sprites) {
        sprite.visible = false;
        glow.visible = false;
      }
      far.seek(tMs, width, height);
      near.seek(tMs, width, height);
      for (let n = firstPacket(plan, tMs); n < endPacket(plan, tMs); n++) place(n, tMs);
      return true;
    },
    under(x, y, tMs) {
      return packetUnder(plan, tMs, { x, y, w: width, h: height, reach: size * 0.75 }, (n) => opened.has(n));
    },
    take(n, tMs, opens) {
      (opens ? opened : shaken).set(n, tMs);
      context.invalidate();
    },
    destroy() {
      root.destroy({ children: true });
      texture.destroy(true);
      far.destroy();
      near.destroy();
      kit.destroy();
    },
  };
}
