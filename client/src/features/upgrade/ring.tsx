import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { paintDial } from "../../stage/wheel-dial.ts";
import s from "./hall.module.css";

/** The wheel at rest: where the winning section lies, before anything turns. Shares of the circle, 0 … 1. */
export function Ring({ start, rate }: { start: number; rate: number }) {
  const { t } = useTranslation("upgrade");
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const draw = () => {
      const radius = element.clientWidth / 2;
      if (radius < 1) return;
      const canvas = paintDial(radius, Math.min(devicePixelRatio || 1, 2), {
        start,
        rate: Math.min(1, Math.max(0, rate)),
      });
      element.replaceChildren(canvas);
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    draw();
    return () => observer.disconnect();
  }, [start, rate]);
  return <div ref={host} className={s.ring} role="img" aria-label={t("wheel.label")} />;
}
