import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { limits } from "../../protocol/gen.ts";
import { activityTimeQuery, type Discount } from "../../state/activity.ts";
import type { BoxDetail } from "../../state/boxes.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Countdown } from "../../ui/countdown.tsx";
import facts from "../../ui/facts.module.css";
import { formatCents, formatPpm } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import stage from "../../ui/stage-bar.module.css";
import { Tabs } from "../../ui/tabs.tsx";
import s from "./control-bar.module.css";
import type { Opener } from "./use-opening.ts";

const COUNTS = Array.from({ length: limits.openCountMax }, (_, i) => i + 1);

interface ControlBarProps {
  detail: BoxDetail;
  name: string;
  discount: Discount | null;
  /** Of one opening; not known for a moment when a discount begins. */
  priceCents: number | undefined;
  count: number;
  onCount: (count: number) => void;
  opener: Opener;
}

/** Name, true return and expected value stand before the button that spends (rules: responsible play). */
export function ControlBar({ detail, name, discount, priceCents, count, onCount, opener }: ControlBarProps) {
  const { t } = useTranslation("box");
  const cache = useQueryClient();
  const language = useLanguage();
  const { box, returnPpm, expectedCents } = detail;
  const { phase } = opener.state;
  const playing = phase === "waiting" || phase === "spinning";
  const busy = playing || priceCents === undefined;
  const percent = formatPpm(returnPpm, language);
  return (
    <div className={cx(stage.bar, s.bar)}>
      <img src={box.image} alt="" width={448} height={336} className={stage.art} />
      <div className={stage.words}>
        <b>{name}</b>
      </div>
      <dl className={cx(facts.facts, s.facts)}>
        <div>
          <dt>{t("return")}</dt>
          <dd className="num">{percent}</dd>
        </div>
        <div>
          <dt>{t("expected")}</dt>
          <dd>
            <Price cents={expectedCents} />
          </dd>
        </div>
      </dl>
      <div className={s.actions}>
        <Tabs
          label={t("count")}
          value={count}
          onChange={playing ? () => {} : onCount}
          choices={COUNTS.map((value) => ({ value, label: t("times", { count: value }) }))}
          className={s.counts}
        />
        <Button kind="primary" size="l" className={s.open} busy={busy} onClick={() => void opener.open(count)}>
          {t(playing ? "opening" : "open")}
          {priceCents !== undefined && <Price cents={priceCents * count} />}
          {discount && (
            <s className={s.was}>
              <span className="sr">{t("was")}</span>
              {formatCents(box.priceCents * count, language)}
            </s>
          )}
        </Button>
      </div>
      {discount && (
        <Countdown
          title={t("discount", { percent: discount.percent })}
          endsAtMs={discount.endsAtMs}
          onEnd={() => void cache.invalidateQueries({ queryKey: activityTimeQuery.queryKey })}
        />
      )}
      <p className={s.explain}>{t("explain", { percent: percent.replace("%", "") })}</p>
    </div>
  );
}
