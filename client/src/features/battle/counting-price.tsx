import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { Gem } from "../../ui/gem.tsx";
import { formatCents } from "../../ui/number.ts";
import s from "../../ui/price.module.css";

const COUNT_MS = 500;

/** A price that counts up when it grows, in 500 ms; a smaller one, the first one and calm motion are set at once. */
export function CountingPrice({ cents }: { cents: number }) {
  const { t } = useTranslation("ui");
  const language = useLanguage();
  const calm = useReducedMotion();
  const digits = useRef<HTMLSpanElement>(null);
  const before = useRef(cents);
  useLayoutEffect(() => {
    const from = before.current;
    const show = (value: number): void => {
      before.current = value;
      if (digits.current) digits.current.textContent = formatCents(value, language);
    };
    if (calm || cents <= from) return show(cents);
    let frame = 0;
    const began = performance.now();
    const step = (): void => {
      const t = Math.min(1, (performance.now() - began) / COUNT_MS);
      show(Math.round(from + (cents - from) * (1 - (1 - t) ** 3)));
      if (t < 1) frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [cents, calm, language]);
  return (
    <span className={s.price}>
      <Gem />
      <span ref={digits}>{formatCents(cents, language)}</span>
      <span className="sr">{t("gems")}</span>
    </span>
  );
}
