/** The way to the welcome that lies over a page, with the time that is left. */
import { Gift } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { openOverlay } from "../../state/overlay.ts";
import type { Welfare } from "./api.ts";
import s from "./welfare-chip.module.css";
import { clockOf } from "./welfare-steps.ts";

/** What is left until a moment of this device's clock, once a second. */
export function TimeLeft({ endsAtMs }: { endsAtMs: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <b className="num">{clockOf(endsAtMs - now)}</b>;
}

export function WelfareChip({ gifts }: { gifts: Welfare }) {
  const { t } = useTranslation("task");
  return (
    <button
      type="button"
      className={s.chip}
      data-part="welfare-chip"
      aria-haspopup="dialog"
      onClick={() => openOverlay("welfare")}
    >
      <Gift size={18} aria-hidden />
      <span>{t("welfare.title")}</span> <TimeLeft endsAtMs={gifts.endsAtMs} />
    </button>
  );
}
