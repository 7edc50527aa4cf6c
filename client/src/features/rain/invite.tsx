/**
 * A rain announces itself and is entered by a tap: it never covers what runs. While something does, joining keeps the
 * place until it is over.
 */
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { serverNow } from "../../net/clock.ts";
import type { RainRound } from "../../protocol/gen.ts";
import { useIsPlaying } from "../../state/playing.ts";
import { cx } from "../../ui/class-names.ts";
import { Ring } from "../../ui/ring.tsx";
import { sound } from "../../ui/sound.ts";
import s from "./invite.module.css";
import { clockText, leftOf } from "./state.ts";

interface RainInviteProps {
  readonly round: RainRound;
  readonly onEnter: () => void;
  readonly onDecline: () => void;
}

const LOOK_MS = 250;
const CARD = { width: 452, height: 104, right: 24, bottom: 20 } as const;

export function RainInvite({ round, onEnter, onDecline }: RainInviteProps) {
  const { t } = useTranslation("rain");
  const playing = useIsPlaying();
  const [waits, setWaits] = useState(false);
  const place = useLook(placeOf);
  const left = useLook(() => leftOf(round, serverNow()));
  useEffect(() => sound.bell(0), []);
  useEffect(() => {
    if (waits && !playing) onEnter();
  }, [waits, playing, onEnter]);

  const join = (): void => (playing ? setWaits((before) => !before) : onEnter());
  const words = t(playing ? (waits ? "waits" : "joinAfter") : "join");
  const seconds = clockText(left.seconds);
  if (place !== "card") {
    const pill = (
      <button
        type="button"
        className={cx(s.pill, place === null && s.alone)}
        aria-label={`${t("title")}, ${words}`}
        aria-pressed={playing ? waits : undefined}
        data-part="rain-invite"
        onClick={join}
      >
        <Ring left={left.share} size={28}>
          <img src="/art/red-packet.webp" alt="" width={14} height={14} />
        </Ring>
        <span aria-hidden="true">{seconds}</span>
      </button>
    );
    return place ? createPortal(pill, place) : pill;
  }
  return (
    <aside className={s.card} aria-label={t("title")} data-part="rain-invite">
      <Ring left={left.share} size={74}>
        <img src="/art/red-packet.webp" alt="" width={38} height={38} />
      </Ring>
      <div className={s.words}>
        <b role="status">
          {t("title")} <span aria-hidden="true">{seconds}</span>
        </b>
        <p>{t(playing ? "kept" : "calls", { count: round.claimsMax })}</p>
      </div>
      <div className={s.acts}>
        <button type="button" className={s.join} aria-pressed={playing ? waits : undefined} onClick={join}>
          {words}
        </button>
        <button type="button" className={s.later} onClick={onDecline}>
          {t("notNow")}
        </button>
      </div>
    </aside>
  );
}

/** Looked at again and again, and told when it has changed. */
function useLook<T>(look: () => T): T {
  const [value, setValue] = useState(look);
  useEffect(() => {
    const timer = setInterval(
      () =>
        setValue((before) => {
          const now = look();
          return same(before, now) ? before : now;
        }),
      LOOK_MS,
    );
    return () => clearInterval(timer);
  });
  return value;
}

const same = (a: unknown, b: unknown): boolean =>
  a === b || (!(a instanceof Element) && !(b instanceof Element) && JSON.stringify(a) === JSON.stringify(b));

/** "card" where it lies over nothing that runs; else the row of the game, null where there is none. */
function placeOf(): "card" | Element | null {
  const row = document.querySelector('[data-part="game-row"]');
  const narrow = matchMedia("(max-width: 767px)").matches;
  if (!narrow && !meetsStage()) return "card";
  return row;
}

function meetsStage(): boolean {
  const left = innerWidth - CARD.right - CARD.width;
  const top = innerHeight - CARD.bottom - CARD.height;
  const stages = document.querySelectorAll('main [data-part="arena"], main [data-part="stage"], main [data-ready]');
  return [...stages].some((stage) => {
    const box = stage.getBoundingClientRect();
    return box.right > left && box.left < innerWidth - CARD.right && box.bottom > top && box.top < innerHeight;
  });
}
