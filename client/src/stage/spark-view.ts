/** The sparks of one burst, with a fixed set of sprites: what they show follows from seed and time alone. */
import { Container, Sprite } from "pixi.js";
import { type LightKit, SPARK_ANCHOR, SPARK_TAIL_PX } from "./light-kit.ts";
import { makeParticle, sparkAt } from "./light-time.ts";
import { WHITE } from "./palette.ts";

/** One in so many is white. */
const WHITE_EVERY = 3;

export class SparkView {
  readonly root = new Container();
  private readonly sparks: Sprite[] = [];
  private readonly particle = makeParticle();
  private count = 0;
  private tint = WHITE;
  private seed = 0;

  constructor(private readonly kit: Pick<LightKit, "spark">) {}

  /** What `seek` shows from now on; asked again with the same it does nothing. */
  show(count: number, tint: number, seed: number): void {
    this.seed = seed;
    if (count === this.count && tint === this.tint) return; // Pixi parses a tint even when it is the same
    this.count = count;
    this.tint = tint;
    while (this.sparks.length < count) {
      const s = new Sprite(this.kit.spark);
      s.anchor.set(SPARK_ANCHOR, 0.5);
      s.blendMode = "add";
      s.visible = false;
      this.root.addChild(s);
      this.sparks.push(s);
    }
    this.sparks.forEach((s, i) => {
      s.tint = i % WHITE_EVERY === 0 ? WHITE : tint;
    });
  }

  /**
   * The moment `tMs` of a burst around x, y that is over after `lengthMs`; `reach` in px. Below 0 nothing is shown.
   * `share` of the sparks are drawn: a machine that is late draws half.
   */
  seek(tMs: number, lengthMs: number, x: number, y: number, reach: number, share = 1): void {
    const { particle } = this;
    this.root.visible = tMs >= 0 && tMs < lengthMs;
    if (!this.root.visible) return; // most moments of a scene have no spark at all
    const most = Math.ceil(this.count * share);
    for (let i = 0; i < this.sparks.length; i++) {
      const s = this.sparks[i];
      if (!s) continue;
      s.visible = i < most && sparkAt(this.seed, i, tMs, lengthMs, particle).alive;
      if (!s.visible) continue;
      const size = particle.tail / SPARK_TAIL_PX;
      s.position.set(x + particle.x * reach, y + particle.y * reach);
      s.rotation = particle.angle;
      s.alpha = particle.alpha;
      s.scale.set(size, size * (0.7 + 0.4 * particle.scale));
    }
  }
}
