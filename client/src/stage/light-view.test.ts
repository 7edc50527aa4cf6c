import { type Container, Sprite, Texture } from "pixi.js";
import { expect, it } from "vitest";
import type { LightKit } from "./light-kit.ts";
import { LightView } from "./light-view.ts";
import { makeTierFrame, TIERS, tierFrame } from "./tiers.ts";

const TEXTURE = Texture.WHITE;
const kit: LightKit = {
  raysA: TEXTURE,
  raysB: TEXTURE,
  raysWhite: TEXTURE,
  ring: TEXTURE,
  glow: TEXTURE,
  spark: TEXTURE,
  shards: [TEXTURE, TEXTURE, TEXTURE],
  softShard: TEXTURE,
  seam: TEXTURE,
  marker: TEXTURE,
  pixel: TEXTURE,
  destroy() {},
};

const seen = (root: Container): number =>
  root.children.reduce((sum, child) => (child.visible ? sum + (child instanceof Sprite ? 1 : seen(child)) : sum), 0);

function drawn(economy: 0 | 1 | 2): { all: number; rays: number } {
  const view = new LightView(kit);
  view.show({ tier: 4, tint: 0xff0000, seed: 5, phone: false });
  view.layout(500, 250, 500, 1000);
  view.economize(economy);
  view.seek(tierFrame(4, 600, makeTierFrame()), 600, false);
  return {
    all: seen(view.back) + seen(view.front) + seen(view.over),
    rays: view.front.children.filter((child) => child instanceof Sprite && child.visible).length,
  };
}

it("draws half of its particles for a machine that is late, and then no white rays, but all else", () => {
  const [whole, half, least] = [drawn(0), drawn(1), drawn(2)];
  const particles = TIERS[4].sparks.desktop + TIERS[4].shards.desktop;
  expect(whole.all - half.all).toBeGreaterThan(particles * 0.4);
  expect(whole.all - half.all).toBeLessThanOrEqual(particles / 2);
  expect(half.rays).toBe(whole.rays);
  expect(half.rays - least.rays).toBe(TIERS[4].whiteRays / 5);
});
