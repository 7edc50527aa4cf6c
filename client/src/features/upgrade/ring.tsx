import { useTranslation } from "react-i18next";
import s from "./hall.module.css";

const R = 42;
const AROUND = 2 * Math.PI * R;

/** The wheel at rest: where the winning section lies, before anything turns. Shares of the circle, 0 … 1. */
export function Ring({ start, rate }: { start: number; rate: number }) {
  const { t } = useTranslation("upgrade");
  const shown = Math.min(1, Math.max(0, rate));
  return (
    <svg className={s.ring} viewBox="0 0 100 100" role="img" aria-label={t("wheel.label")}>
      <circle className={s.track} cx={50} cy={50} r={R} />
      <circle
        className={s.section}
        cx={50}
        cy={50}
        r={R}
        strokeDasharray={`${shown * AROUND} ${AROUND}`}
        transform={`rotate(${start * 360 - 90} 50 50)`}
      />
    </svg>
  );
}
