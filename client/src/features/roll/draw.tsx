/** The draw on screen: the reel of names while it is news, and the winners as they are named. */
import { Crown } from "lucide-react";
import { Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { serverNow } from "../../net/clock.ts";
import { limits, type RollDrawn, type RollPrize, type RollSnapshot } from "../../protocol/gen.ts";
import { type RollDraw, rollDraw, rollDrawMs, rollMoment, SPINS_MAX } from "../../stage/roll-time.ts";
import { useScene } from "../../state/playing.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { Price } from "../../ui/price.tsx";
import { unasked } from "../../ui/unasked.ts";
import s from "./draw.module.css";
import { PrizeArt, usePrizeName } from "./prize-view.tsx";

export interface Drawing {
  readonly draw: RollDraw;
  readonly drawnAtMs: number;
  /** The reel still turns. */
  readonly running: boolean;
  /** How many winners, best first, are not named yet. */
  readonly hidden: number;
}

/** What of a draw is shown now. A page that comes later sees the end. */
export function useDrawing(room: RollSnapshot): Drawing | null {
  const { drawn } = room;
  const calm = useReducedMotion();
  const draw = useMemo(() => (drawn ? planOf(drawn, room) : null), [drawn, room]);
  const [now, setNow] = useState(() => serverNow());
  const endMs = drawn && draw ? drawn.drawnAtMs + rollDrawMs(draw) : 0;
  useEffect(() => {
    if (endMs === 0 || calm) return;
    const timer = setInterval(() => {
      const at = serverNow(); // once: an end that is counted must be shown
      setNow(at);
      if (at >= endMs) clearInterval(timer);
    }, 200);
    return () => clearInterval(timer);
  }, [endMs, calm]);
  const running = !calm && now < endMs;
  useScene(running);
  if (!drawn || !draw) return null;
  const at = now - drawn.drawnAtMs;
  const spins = draw.reels.length;
  return {
    draw,
    drawnAtMs: drawn.drawnAtMs,
    running,
    hidden: running ? spins - rollMoment(draw, at).revealed : 0,
  };
}

const plans = new WeakMap<RollDrawn, RollDraw>();

/** The strips are made once: more entrants in a later snapshot must not change a reel that turns. */
function planOf(drawn: RollDrawn, room: RollSnapshot): RollDraw {
  const known = plans.get(drawn);
  if (known) return known;
  const winners = drawn.winners.map(({ entrant }) => entrant.name).reverse();
  const names = [...new Set([...room.recent.map(({ name }) => name), ...winners])];
  const plan = rollDraw(winners, names, limits.rollDrawMs);
  plans.set(drawn, plan);
  return plan;
}

interface DrawStageProps {
  drawing: Drawing;
  className?: string | undefined;
}

const Place = ({ className }: DrawStageProps) => <div className={cx(s.stage, className)} />;

/** Without its reel a draw still names its winners, one after another, and nothing on the page jumps. */
const Stage = unasked(async () => (await import("./draw-stage.tsx")).DrawStage, Place);

export function DrawStage(props: DrawStageProps) {
  return (
    <Suspense fallback={<Place {...props} />}>
      <Stage {...props} />
    </Suspense>
  );
}

/** Winners, best prize first. Those whose reel still turns are not named. */
export function Winners({ room, hidden, me }: { room: RollSnapshot; hidden: number; me: string | undefined }) {
  const { t } = useTranslation("roll");
  const name = usePrizeName();
  const prizes = new Map<number, RollPrize>(room.prizes.map((prize) => [prize.id, prize]));
  const winners = room.drawn?.winners ?? [];
  return (
    <ol className={s.winners}>
      {winners.map(({ prize: id, entrant }, i) => {
        const prize = prizes.get(id);
        if (!prize) return null;
        const secret = i < hidden && i < SPINS_MAX;
        const mine = !secret && entrant.playerId === me;
        return (
          <li key={id} className={cx(mine && s.mine)} data-winner={secret ? undefined : entrant.playerId}>
            <span className={s.prize}>
              <PrizeArt prize={prize} sizes="64px" />
            </span>
            <div>
              <small>{name(prize)}</small>
              <Price cents={prize.valueCents} />
            </div>
            <div className={s.who}>
              {secret ? (
                <span className={s.secret}>{t("draw.secret")}</span>
              ) : (
                <>
                  <Crown size={16} aria-hidden />
                  <Avatar src={entrant.avatar} size={30} frame={entrant.frame} />
                  <b>{entrant.name}</b>
                  {mine && <em>{t("draw.you")}</em>}
                </>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
