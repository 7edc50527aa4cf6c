/**
 * The light around a result: the vault's ring, glow and pool behind the cards, rays, sparks and shards before them,
 * a few shards and the flare before the item. What it shows follows from a tier's frame and the time alone.
 */
import { Container, Sprite, type Texture } from "pixi.js";
import type { Economy } from "./frame-budget.ts";
import { type LightKit, RING_RADIUS } from "./light-kit.ts";
import { makeParticle, shardAt, shardShape } from "./light-time.ts";
import { WARM, WHITE } from "./palette.ts";
import { SparkView } from "./spark-view.ts";
import { BLAZE, TIERS, type Tier, type TierFrame } from "./tiers.ts";

const RING_IDLE = 0x94aad6;
const RING_IDLE_ALPHA = 0.42;
const RING_LIT_ALPHA = 0.95;
/** Radius of the ring against the height of the stage. */
const RING_SHARE = 0.62;
/** One in so many shards flies before the item, larger. */
const FRONT_EVERY = 5;
const RARITY_DEG_S = 4;
const WHITE_DEG_S = -7;
const RAD = Math.PI / 180;

interface Look {
  readonly tier: Tier;
  readonly tint: number;
  readonly seed: number;
  /** A narrow screen draws fewer particles. */
  readonly phone: boolean;
}

const sprite = (texture: Texture, parent: Container, blend: "add" | "normal" = "add"): Sprite => {
  const s = new Sprite(texture);
  s.anchor.set(0.5);
  s.blendMode = blend;
  parent.addChild(s);
  return s;
};

export class LightView {
  /** Below the cards. */
  readonly back = new Container();
  /** Above the cards, below the item. */
  readonly front = new Container();
  /** Above the item. */
  readonly over = new Container();
  private readonly ring: readonly Sprite[];
  private readonly glow: Sprite;
  private readonly pool: Sprite;
  private readonly core: Sprite;
  private readonly rays: readonly Sprite[];
  private readonly whites: readonly Sprite[];
  private readonly flare: Sprite;
  private readonly sweep: Sprite;
  private readonly sparks: SparkView;
  private readonly shards: Sprite[] = [];
  private readonly splinters = new Container();
  private readonly splintersOver = new Container();
  private readonly particle = makeParticle();
  private look: Look = { tier: 0, tint: WHITE, seed: 1, phone: false };
  private shardCount = 0;
  private economy: Economy = 0;
  private x = 0;
  private y = 0;
  private height = 1;
  private reach = 1;

  /** `ring` false leaves out the vault's door: rows stand too close for it. */
  constructor(
    private readonly kit: LightKit,
    ring = true,
  ) {
    this.ring = [0, 1, 2, 3].map((quarter) => {
      const s = sprite(kit.ring, this.back);
      s.anchor.set(0);
      s.visible = ring;
      s.rotation = (quarter * Math.PI) / 2;
      return s;
    });
    this.glow = sprite(kit.glow, this.back);
    this.pool = sprite(kit.glow, this.back);
    this.core = sprite(kit.glow, this.front);
    this.rays = [kit.raysA, kit.raysB, kit.raysB].map((texture) => sprite(texture, this.front));
    this.whites = [0, 1, 2, 3].map(() => sprite(kit.raysWhite, this.front));
    this.sweep = sprite(kit.glow, this.front);
    this.sparks = new SparkView(kit);
    this.front.addChild(this.sparks.root, this.splinters);
    this.over.addChild(this.splintersOver);
    this.flare = sprite(kit.glow, this.over);
    this.show(this.look);
  }

  /** What is celebrated; nothing of it is seen before `seek` says so. */
  show(look: Look): void {
    this.look = look;
    const config = TIERS[look.tier];
    this.sparks.show(look.phone ? config.sparks.phone : config.sparks.desktop, look.tint, look.seed);
    this.shardCount = look.phone ? config.shards.phone : config.shards.desktop;
    while (this.shards.length < this.shardCount) {
      const over = this.shards.length % FRONT_EVERY === 0;
      this.shards.push(sprite(this.kit.softShard, over ? this.splintersOver : this.splinters, "normal"));
    }
    this.shards.forEach((s, i) => {
      const shape = shardShape(look.seed, i);
      s.texture = this.kit.shards[shape] ?? this.kit.softShard;
      s.tint = i % 3 === 1 ? WARM : look.tint;
    });
    for (const s of [this.glow, this.pool, this.core, ...this.rays]) s.tint = look.tint;
    for (const s of this.whites) s.tint = WARM;
    this.flare.tint = look.tier >= BLAZE ? WARM : look.tint;
    this.sweep.tint = look.tint;
  }

  /** Draws less from now on: half of the particles, then no white rays. */
  economize(level: Economy): void {
    this.economy = level;
  }

  /** Centre of the light, and how high the stage is that it fills; px. */
  layout(x: number, y: number, height: number, width: number): void {
    this.x = x;
    this.y = y;
    this.height = height;
    this.reach = Math.min(height * 0.98, width * 0.72);
    this.pool.position.set(x, y + height * 0.3);
    for (const s of [this.glow, this.core, this.flare, ...this.rays, ...this.whites, ...this.ring])
      s.position.set(x, y);
    for (const s of this.ring) s.scale.set((height * RING_SHARE) / RING_RADIUS);
  }

  /** `tMs` since the landing, below 0 before it; `calm` leaves out whatever moves. */
  seek(frame: TierFrame, tMs: number, calm: boolean): void {
    const landed = tMs >= 0;
    const { tier } = this.look;
    const lit = landed && tier >= BLAZE ? Math.min(1, tMs / 300) : 0;
    this.turnRing(frame, lit);
    const glow = landed ? ([0.16, 0.4, 0.55, 0.7, 0.75][tier] ?? 0) : 0;
    this.glow.visible = landed;
    this.glow.alpha = glow * (tier === 0 ? 1 : Math.min(1, tMs / 240));
    this.glow.setSize(this.height * (tier === 0 ? 1.1 : 1.5 + 0.12 * tier), this.height * (0.8 + 0.16 * tier));
    this.pool.visible = landed;
    this.pool.alpha = tier === 0 ? 0.16 : 0.24 + 0.07 * tier;
    this.pool.setSize(this.height * 1.25 * 1.1, this.height * 0.16 * 1.4);
    this.shine(frame, tMs, landed);
    this.scatter(tMs, landed && !calm);
    this.sweep.visible = landed && !calm && frame.sweep > 0 && frame.sweep < 1;
    if (this.sweep.visible) {
      this.sweep.position.set(this.x + (frame.sweep - 0.5) * this.height * 1.6, this.y);
      this.sweep.setSize(this.height * 0.16, this.height * 1.4);
      this.sweep.rotation = 0.5;
      this.sweep.alpha = 0.5 * Math.sin(frame.sweep * Math.PI);
    }
  }

  private turnRing(frame: TierFrame, lit: number): void {
    const tint = lit > 0 ? this.look.tint : RING_IDLE;
    for (let i = 0; i < this.ring.length; i++) {
      const s = this.ring[i];
      if (!s) continue;
      if (s.tint !== tint) s.tint = tint;
      s.alpha = RING_IDLE_ALPHA + (RING_LIT_ALPHA - RING_IDLE_ALPHA) * lit;
      s.rotation = (i * Math.PI) / 2 + frame.ringDeg * RAD;
      s.y = this.y - frame.parallaxPx;
    }
  }

  private shine(frame: TierFrame, tMs: number, landed: boolean): void {
    const { tier } = this.look;
    const sets = TIERS[tier].rays > 26 ? 3 : TIERS[tier].rays > 12 ? 2 : TIERS[tier].rays > 0 ? 1 : 0;
    const seconds = Math.max(0, tMs) / 1000;
    const size =
      this.height * (tier >= BLAZE ? 3 : 2.1) * (0.35 + 0.65 * Math.min(1, frame.rays * 1.2 + (sets ? 0.3 : 0)));
    this.rays.forEach((s, i) => {
      s.visible = landed && i < sets && frame.rays > 0;
      if (!s.visible) return;
      s.setSize(size, size);
      s.rotation = i * 1.1 + seconds * RARITY_DEG_S * RAD;
      s.alpha = frame.rays * 0.75;
    });
    const whites = this.economy > 1 ? 0 : TIERS[tier].whiteRays / 5;
    this.whites.forEach((s, i) => {
      s.visible = landed && i < whites && frame.rays > 0;
      if (!s.visible) return;
      s.setSize(size * 0.72, size * 0.72);
      s.rotation = i * 1.37 + seconds * WHITE_DEG_S * RAD;
      s.alpha = frame.rays * 0.34;
    });
    this.core.visible = landed && tier >= 2;
    this.core.alpha = (tier >= BLAZE ? 0.5 : 0.4) * (0.4 + 0.6 * frame.rays);
    this.core.setSize(this.height * 0.95, this.height * 0.72);
    this.flare.visible = landed && frame.flare > 0;
    this.flare.alpha = frame.flare;
    this.flare.setSize(this.height * 2.4 * (0.6 + 0.4 * frame.flare), Math.max(3, this.height * 0.02));
  }

  private scatter(tMs: number, moving: boolean): void {
    const { tier, seed } = this.look;
    const { lengthMs } = TIERS[tier];
    const share = this.economy > 0 ? 0.5 : 1;
    const shards = Math.ceil(this.shardCount * share);
    this.sparks.seek(moving ? tMs : -1, lengthMs, this.x, this.y, this.reach, share);
    for (let i = 0; i < this.shards.length; i++) {
      const s = this.shards[i];
      if (!s) continue;
      const alive = moving && i < shards && shardAt(seed, i, tMs, lengthMs, this.particle).alive;
      s.visible = alive;
      if (!alive) continue;
      const size = (this.height / 500) * this.particle.scale * (i % FRONT_EVERY === 0 ? 0.62 : 0.36);
      s.position.set(this.x + this.particle.x * this.reach, this.y + this.particle.y * this.reach);
      s.rotation = this.particle.angle;
      s.alpha = this.particle.alpha;
      s.scale.set(size, size * this.particle.tilt);
    }
  }
}
