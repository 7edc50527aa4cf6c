/** Red packets over the whole screen. Positions are pure time; only what was taken is remembered. */
import { Container, Sprite, Texture } from "pixi.js";
import { makeKit } from "../kit.ts";
import { endPacket, firstPacket, makePacketState, packetAt, packetUnder, type RainPlan } from "../rain-time.ts";
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

export async function rainScene(context: SceneContext, plan: RainPlan, image: string): Promise<RainScene> {
  const picture = new Image();
  picture.src = image;
  await picture.decode();
  const texture = Texture.from(picture, true);
  const kit = makeKit();
  const root = new Container();
  const glows = new Container();
  const packets = new Container();
  root.addChild(glows, packets);
  const most = Math.ceil(plan.lifeMs / plan.everyMs) + 1;
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
      kit.destroy();
    },
  };
}
