/** Draws `sparkAt` with a fixed set of sprites; what it shows depends on t alone. */
import { Container, Sprite } from "pixi.js";
import { burstEndMs, makeSpark, sparkAt } from "./burst-time.ts";
import type { Kit } from "./kit.ts";
import { WHITE } from "./palette.ts";

export class BurstView extends Container {
  private readonly sparks: Sprite[] = [];
  private readonly spark = makeSpark();
  private hue = WHITE;

  constructor(
    kit: Kit,
    count: number,
    private readonly seed: number,
  ) {
    super();
    this.visible = false;
    for (let i = 0; i < count; i++) {
      const s = new Sprite(kit.spark);
      s.anchor.set(0.5);
      s.blendMode = "add";
      s.visible = false;
      this.sparks.push(s);
      this.addChild(s);
    }
  }

  colour(tint: number): void {
    if (tint === this.hue) return; // Pixi parses a tint even when it is the same
    this.hue = tint;
    this.sparks.forEach((s, i) => {
      s.tint = i % 4 === 0 ? WHITE : tint;
    });
  }

  seek(tMs: number, radius: number): void {
    this.visible = tMs > 0 && tMs < burstEndMs;
    if (!this.visible) return; // most moments of a scene have no spark at all
    for (let i = 0; i < this.sparks.length; i++) {
      const s = this.sparks[i];
      if (!s) continue;
      const spark = sparkAt(this.seed, i, tMs, this.spark);
      s.visible = spark.alive;
      if (!spark.alive) continue;
      s.position.set(spark.x * radius, spark.y * radius);
      s.alpha = spark.alpha;
      s.scale.set(spark.scale);
    }
  }
}
