/** The light of a flip behind its card: made ready when a card is chosen, lit when its face comes into sight. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { SceneContext } from "../../stage/scene.ts";
import type { CardLightScene } from "../../stage/scenes/card-light.ts";
import type { Stage } from "../../stage/stage.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { TIERS } from "../../stage/tiers.ts";
import { FACE_MS } from "./flip-time.ts";
import s from "./luckycard.module.css";
import type { ShownFlip } from "./use-flip.ts";

interface CardLightProps {
  /** Null while there is nothing to celebrate. */
  readonly shown: ShownFlip | null;
  /** It has been seen, or is wanted at once. */
  readonly over: boolean;
  readonly rarity: string;
  readonly deck: RefObject<HTMLElement | null>;
  /** The deck fills the window and does not scroll. The light of a longer one stays in the window, not on its card. */
  readonly whole: boolean;
}

const build = async (context: SceneContext): Promise<CardLightScene> => {
  const { cardLightScene } = await import("../../stage/scenes/card-light.ts");
  return cardLightScene(context);
};

export function CardLight({ shown, over, rarity, deck, whole }: CardLightProps) {
  const host = useRef<HTMLDivElement>(null);
  // Scrolled away: nothing lights it again.
  const gone = useRef<ShownFlip | null>(null);
  const [live, setLive] = useState<{ readonly stage: Stage; readonly scene: CardLightScene } | null>(null);
  const onStage = useCallback(
    (stage: Stage | null, scene: CardLightScene | null) => setLive(stage && scene ? { stage, scene } : null),
    [],
  );
  useEffect(() => {
    if (!live) return;
    const { stage, scene } = live;
    const dark = (): void => {
      scene.show(null);
      stage.draw(0);
    };
    if (shown === null || shown === gone.current || (over && !whole)) return dark();
    const { flip, tier, beganMs } = shown;
    const place = (): void => {
      const card = deck.current?.children[flip.place]?.getBoundingClientRect();
      const box = host.current?.getBoundingClientRect();
      if (!card || !box) return;
      const [x, y] = [card.left + card.width / 2 - box.left, card.top + card.height / 2 - box.top];
      scene.show({ tier, rarity, seed: flip.place + 1, x, y });
    };
    place();
    if (over) stage.draw(TIERS[tier].lengthMs);
    else stage.play(() => performance.now() - beganMs - FACE_MS);
    const moved = (): void => {
      place();
      stage.invalidate();
    };
    const stop = (): void => {
      removeEventListener("resize", moved);
      removeEventListener("scroll", scrolled);
    };
    const scrolled = (): void => {
      gone.current = shown;
      stop();
      dark();
    };
    addEventListener("resize", moved);
    if (!whole) addEventListener("scroll", scrolled, { passive: true });
    return stop;
  }, [live, shown, over, rarity, deck, whole]);
  return (
    <div ref={host} className={s.light} aria-hidden="true">
      <StageHost className={s.fill} build={build} onStage={onStage} reducedMotion={false} label="" />
    </div>
  );
}
