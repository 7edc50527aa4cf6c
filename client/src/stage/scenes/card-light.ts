/** The light behind a card that was turned, by its tier. A function of the time since its face came into sight. */
import { Container } from "pixi.js";
import { makeLightKit } from "../light-kit.ts";
import { LightView } from "../light-view.ts";
import { rarityTint } from "../palette.ts";
import type { Scene, SceneContext } from "../scene.ts";
import { makeTierFrame, TIERS, type Tier, tierFrame } from "../tiers.ts";

export interface CardLightPlan {
  readonly tier: Tier;
  readonly rarity: string;
  readonly seed: number;
  /** The middle of the card in its host, px. */
  readonly x: number;
  readonly y: number;
}

/** Built before the first card is paid for: what is celebrated is told later, and again for each card. */
export interface CardLightScene extends Scene {
  /** Null: dark. */
  show(plan: CardLightPlan | null): void;
}

const NARROW = 600;
/** What the light takes for the height of its stage, px: a card is smaller than an item that fills one. */
const LIGHT = { most: 620, share: 0.9 } as const;
/** The ring and its glow lie over the cards beside, which stay readable. */
const BACK_ALPHA = 0.45;

export async function cardLightScene(context: SceneContext): Promise<CardLightScene> {
  const kit = makeLightKit();
  const light = new LightView(kit);
  light.back.alpha = BACK_ALPHA;
  const root = new Container();
  root.addChild(light.back, light.front, light.over);
  const frame = makeTierFrame();
  let plan: CardLightPlan | null = null;
  let width = 1;
  let height = 1;
  const place = (): void => {
    if (!plan) return;
    const { tier, rarity, seed, x, y } = plan;
    light.show({ tier, tint: rarityTint(rarity), seed, phone: width <= NARROW });
    light.layout(x, y, Math.min(LIGHT.most, height * LIGHT.share), width);
  };
  return {
    root,
    get endMs() {
      return plan ? TIERS[plan.tier].lengthMs : 0;
    },
    show(next) {
      plan = next;
      place();
    },
    resize(w, h) {
      width = w;
      height = h;
      place();
    },
    economize: (level) => light.economize(level),
    seek(tMs) {
      root.visible = plan !== null && tMs >= 0;
      if (!plan || !root.visible) return true;
      tierFrame(plan.tier, tMs, frame);
      light.seek(frame, tMs, context.reducedMotion);
      return true;
    },
    destroy() {
      root.destroy({ children: true });
      kit.destroy();
    },
  };
}
