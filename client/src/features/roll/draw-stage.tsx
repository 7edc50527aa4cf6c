/** The reel of names on its stage; fetched when there is a draw to show. */
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { serverNow } from "../../net/clock.ts";
import type { RollDraw } from "../../stage/roll-time.ts";
import type { BuildScene } from "../../stage/scene.ts";
import type { Stage } from "../../stage/stage.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { useReducedMotion } from "../../state/settings.ts";
import { cx } from "../../ui/class-names.ts";
import { sound } from "../../ui/sound.ts";
import s from "./draw.module.css";

interface DrawStageProps {
  readonly drawing: { readonly draw: RollDraw; readonly drawnAtMs: number };
  readonly className?: string | undefined;
}

export function DrawStage({ drawing, className }: DrawStageProps) {
  const { t } = useTranslation("roll");
  const calm = useReducedMotion();
  const [stage, setStage] = useState<Stage | null>(null);
  const { draw, drawnAtMs } = drawing;
  const build = useCallback<BuildScene>(
    async (context) => (await import("../../stage/scenes/roll-names.ts")).rollNamesScene(context, draw),
    [draw],
  );
  useEffect(() => {
    stage?.play(() => serverNow() - drawnAtMs);
    return () => stage?.pause();
  }, [stage, drawnAtMs]);
  return (
    <StageHost
      className={cx(s.stage, className)}
      build={build}
      onStage={setStage}
      reducedMotion={calm}
      sound={sound}
      label={t("draw.reel")}
    />
  );
}
