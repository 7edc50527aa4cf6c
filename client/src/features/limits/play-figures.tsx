import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { cx } from "../../ui/class-names.ts";
import { formatCents } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import type { PlaySum } from "./api.ts";
import s from "./limits.module.css";

/** Staked, won, and what is left of it. A loss is written with its sign, and in no colour of a prize. */
export function PlayFigures({ sum }: { sum: PlaySum }) {
  const { t } = useTranslation("limits");
  const language = useLanguage();
  const sign = sum.netCents > 0 ? "+" : sum.netCents < 0 ? "−" : "";
  return (
    <dl className={s.figures}>
      <div>
        <dt>{t("figures.staked")}</dt>
        <dd>
          <Price cents={sum.stakedCents} />
        </dd>
      </div>
      <div>
        <dt>{t("figures.won")}</dt>
        <dd>
          <Price cents={sum.wonCents} />
        </dd>
      </div>
      <div>
        <dt>{t("figures.net")}</dt>
        <dd className={cx("num", s.net)} data-lost={sum.netCents < 0 || undefined}>
          {sign}
          {formatCents(Math.abs(sum.netCents), language)}
        </dd>
      </div>
    </dl>
  );
}
