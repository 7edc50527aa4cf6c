/**
 * The end of a battle over its arena: light from the winner's column, the winner's picture and crown, and the number
 * that grows with every item that arrives. Seen while it is news; a viewer who comes later, or wants calm, sees where
 * it rests.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import type { BattleSnapshot, Settled } from "../../protocol/gen.ts";
import type { BuildScene } from "../../stage/scene.ts";
import type { Stage } from "../../stage/stage.ts";
import { StageHost } from "../../stage/stage-host.tsx";
import { takenCents, takeoverEndMs } from "../../stage/takeover-time.ts";
import { useCatalog } from "../../state/catalog.ts";
import { useScene } from "../../state/playing.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { Gem } from "../../ui/gem.tsx";
import { formatCents } from "../../ui/number.ts";
import { sound } from "../../ui/sound.ts";
import s from "./takeover.module.css";
import { takeoverPlan } from "./takeover-plan.ts";

/** A prop of the stage; no item of the catalogue, whatever it is drawn after. */
const CROWN = "/art/items/0277.webp";

interface TakeoverProps {
  readonly room: BattleSnapshot;
  readonly result: Settled;
  readonly mySeat: number;
  /** It is to be played; otherwise it stands as it ends. */
  readonly plays: boolean;
}

export function Takeover({ room, result, mySeat, plays }: TakeoverProps) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const plan = useMemo(() => takeoverPlan(room, result), [room, result]);
  const endMs = takeoverEndMs(plan.tier);
  const overlay = useRef<HTMLDivElement>(null);
  const face = useRef<HTMLDivElement>(null);
  const digits = useRef<HTMLSpanElement>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [running, setRunning] = useState(plays);
  const [began] = useState(() => performance.now());
  const now = useCallback(() => (running ? performance.now() - began : endMs), [running, began, endMs]);

  const gems = (cents: number): string => formatCents(cents, language);
  const prices = useMemo(() => plan.flying.map(({ cents }) => cents), [plan]);
  const several = plan.winners.length > 1;
  const mine = result.winners.includes(mySeat);
  const { entryCents } = room.card;

  useEffect(() => {
    let frame = 0;
    const step = (): void => {
      const at = now();
      if (digits.current) digits.current.textContent = formatCents(takenCents(plan.ownCents, prices, at), language);
      if (at < endMs) frame = requestAnimationFrame(step);
      else setRunning(false);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [now, plan, prices, language, endMs]);

  const skip = useCallback(() => {
    setRunning(false);
    sound.hush();
    const all = overlay.current?.closest('[data-part="field"]')?.getAnimations({ subtree: true }) ?? [];
    for (const animation of all) animation.finish();
  }, []);
  useSkip(running, skip);
  useScene(running);

  const lost = mySeat >= 0 && !mine;
  const build = useCallback<BuildScene>(
    async (context) => {
      const { takeoverScene } = await import("../../stage/scenes/takeover.ts");
      const { items } = useCatalog.getState();
      const flights = plan.flying.map(({ seat, def }) => ({
        seat,
        image: items.get(def)?.thumb ?? "",
        rarity: items.get(def)?.rarity ?? "",
      }));
      return takeoverScene(context, {
        seats: plan.seats,
        first: plan.first,
        count: plan.count,
        tier: plan.tier,
        lost,
        flights,
        target: () => placeIn(overlay.current, face.current),
      });
    },
    [plan, lost],
  );
  useEffect(() => {
    if (running) stage?.play(now);
    else stage?.draw(endMs);
  }, [stage, running, now, endMs]);

  return (
    <div
      ref={overlay}
      className={cx(s.takeover, running && s.plays, plan.tier === 0 && s.quiet)}
      style={{ "--first": plan.first, "--count": plan.count, "--seats": plan.seats } as React.CSSProperties}
      data-part="takeover"
      onPointerDown={running ? skip : undefined}
    >
      <div className={s.panel} />
      {plays && (
        <StageHost className={s.light} build={build} onStage={setStage} reducedMotion={false} sound={sound} label="" />
      )}
      <div className={s.winner}>
        <div ref={face} className={cx(s.faces, plan.winners.length > 2 && s.many)}>
          {plan.winners.map((seat) => (
            <span key={seat.seat} className={s.face}>
              {room.card.mode !== "share" && <img className={s.crown} src={CROWN} alt="" width={384} height={288} />}
              <Avatar src={seat.avatar} size={124} frame={seat.frame} />
            </span>
          ))}
        </div>
        <b className={cx(s.name, "cut")}>{plan.winners.map(({ name }) => name).join(" · ")}</b>
        <span className={s.takes}>{t(several ? "result.shared" : mine ? "takeover.mine" : "takeover.theirs")}</span>
        <span className={s.number} data-part="taken">
          <Gem />
          <span ref={digits}>{gems(plan.potCents)}</span>
        </span>
        {several && <span className={s.each}>{t("takeover.each", { gems: gems(plan.takesCents) })}</span>}
        <span className={s.chip}>
          <b>{(plan.takesCents / entryCents).toFixed(2)}×</b>
          {t(mine ? "takeover.ofYour" : "takeover.ofEntry", { gems: gems(entryCents) })}
        </span>
        {plan.winners.every(({ bot }) => bot) && <span className={s.each}>{t("result.burnt")}</span>}
      </div>
    </div>
  );
}

/** The middle of the winner's picture within the overlay, px. */
function placeIn(overlay: HTMLElement | null, face: HTMLElement | null): { x: number; y: number } {
  const over = overlay?.getBoundingClientRect();
  const box = face?.lastElementChild?.getBoundingClientRect();
  const row = face?.getBoundingClientRect();
  if (!over || !box || !row) return { x: 0, y: 0 };
  return { x: row.left + row.width / 2 - over.left, y: box.top + box.height / 2 - over.top };
}

/** Space and Enter, unless they are a button's. */
function useSkip(running: boolean, skip: () => void): void {
  useEffect(() => {
    if (!running) return;
    const hear = (event: KeyboardEvent): void => {
      const on = event.target;
      if (event.key !== " " && event.key !== "Enter") return;
      if (on instanceof Element && on.closest("a, button, input, select, textarea, dialog")) return;
      event.preventDefault();
      skip();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [running, skip]);
}
