/** The rounds of a battle as their boxes, and the pot. */
import { Check } from "lucide-react";
import { type CSSProperties, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { BoxArt } from "../../ui/art.tsx";
import { cx } from "../../ui/class-names.ts";
import { Price } from "../../ui/price.tsx";
import type { BoxView } from "./boxes.ts";
import { CountingPrice } from "./counting-price.tsx";
import s from "./room.module.css";

interface BoxStripProps {
  readonly boxes: readonly number[];
  readonly boxOf: (id: number) => BoxView | undefined;
  /** The round on screen; −1 before the first, boxes.length after the last. */
  readonly round: number;
  readonly label: string;
  readonly cents: number;
}

export function BoxStrip({ boxes, boxOf, round, label, cents }: BoxStripProps) {
  const { t } = useTranslation("battle");
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = strip.current;
    const current = list?.children[Math.max(0, Math.min(round, boxes.length - 1))];
    if (!list || !(current instanceof HTMLElement)) return;
    list.scrollTo({ left: current.offsetLeft - (list.clientWidth - current.clientWidth) / 2, behavior: "smooth" });
  }, [round, boxes.length]);
  return (
    <section className={s.rounds} aria-label={t("room.rounds")} data-part="rounds">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <ol ref={strip} className={cx(s.strip, boxes.length > 6 && s.dense)} tabIndex={0}>
        {boxes.map((id, i) => {
          const box = boxOf(id);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a round is its place; the same box may come twice
              key={i}
              className={cx(i < round && s.past, i === round && s.current)}
              style={{ "--a": box?.accent ?? "#94aad6" } as CSSProperties}
              aria-current={i === round ? "step" : undefined}
            >
              {box && <BoxArt image={box.image} sizes="52px" eager />}
              <div>
                <b className="cut">{box?.name}</b>
                {box && <Price cents={box.priceCents} />}
              </div>
              {i < round && <Check size={14} strokeWidth={3} className={s.done} aria-hidden />}
              {i === round && (
                <span className={cx("num", s.nth)}>
                  {i + 1}/{boxes.length}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <div className={s.pot}>
        <small>{label}</small>
        <CountingPrice cents={cents} />
      </div>
    </section>
  );
}
