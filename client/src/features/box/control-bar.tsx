import { useQueryClient } from "@tanstack/react-query";
import { Check, Coins, List, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { limits } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { activityTimeQuery, type Discount } from "../../state/activity.ts";
import type { BoxDetail } from "../../state/boxes.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatCents, formatPpm } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { Select } from "../../ui/select.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import s from "./control-bar.module.css";
import { totalCents, unsold } from "./opening.ts";
import { ResultsList } from "./results-panel.tsx";
import { useHold } from "./use-hold.ts";
import type { Opener } from "./use-opening.ts";

const COUNTS = Array.from({ length: limits.openCountMax }, (_, i) => i + 1);

interface ControlBarProps {
  detail: BoxDetail;
  discount: Discount | null;
  /** Of one opening; not known for a moment when a discount begins. */
  priceCents: number | undefined;
  count: number;
  onCount: (count: number) => void;
  opener: Opener;
}

/**
 * Glued under the stage, on phones above the tab bar: what the box returns, the result, the button that opens. Each
 * place holds what belongs there in every phase, so that nothing moves. True return and expected value stand before
 * the button that spends (docs/rules.md, "Responsible play").
 */
export function ControlBar({ detail, discount, priceCents, count, onCount, opener }: ControlBarProps) {
  const { t } = useTranslation("box");
  const cache = useQueryClient();
  const language = useLanguage();
  const { box, returnPpm, expectedCents } = detail;
  const { phase } = opener.state;
  const playing = phase === "waiting" || phase === "spinning";
  const hold = useHold(() => {
    if (phase === "spinning") opener.shown();
    else void opener.open(count);
  }, phase === "settled");
  const percent = formatPpm(returnPpm, language);
  const choose = (value: number) => {
    if (playing) return;
    if (phase === "settled") opener.keep();
    onCount(value);
  };
  return (
    <>
      <div className={s.bar} data-part="control-bar">
        <img src={box.image} alt="" width={448} height={336} className={s.art} />
        <dl className={s.facts}>
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
        <Tabs
          label={t("count")}
          value={count}
          onChange={choose}
          choices={COUNTS.map((value) => ({ value, label: t("times", { count: value }) }))}
          className={s.counts}
        />
        <Select
          label={t("count")}
          value={String(count)}
          onChange={(value) => choose(Number(value))}
          choices={COUNTS.map((value) => ({ value: String(value), label: t("times", { count: value }) }))}
          className={s.stepper}
        />
        <Button
          {...hold}
          kind="primary"
          size="l"
          className={s.open}
          title={playing ? undefined : t("hold")}
          busy={phase === "waiting" || (phase !== "spinning" && priceCents === undefined)}
        >
          {t(phase === "spinning" ? "skip" : phase === "waiting" ? "opening" : phase === "settled" ? "again" : "open")}
          {!playing && priceCents !== undefined && <Price cents={priceCents * count} />}
          {!playing && discount && (
            <s className={s.was}>
              <span className="sr">{t("was")}</span>
              {formatCents(box.priceCents * count, language)}
            </s>
          )}
        </Button>
        {/* Next with the keyboard, though it stands before. */}
        {phase === "settled" && <Results opener={opener} />}
      </div>
      <div className={s.notes}>
        {discount && (
          <Countdown
            title={t("discount", { percent: discount.percent })}
            endsAtMs={discount.endsAtMs}
            onEnd={() => void cache.invalidateQueries({ queryKey: activityTimeQuery.queryKey })}
          />
        )}
        <p>{t("explain", { percent: percent.replace("%", "") })}</p>
      </div>
    </>
  );
}

/** What came out, in the bar: sell, keep, and the way to each by itself and its proof. */
function Results({ opener }: { opener: Opener }) {
  const { t } = useTranslation("box");
  const [looking, setLooking] = useState(false);
  const { state, selling } = opener;
  const [first] = state.results;
  const left = unsold(state);
  const many = state.results.length > 1;
  return (
    <section className={s.results} aria-label={t("results")}>
      <Button
        busy={selling}
        disabled={left.length === 0}
        onClick={() => void opener.sell(left.map(({ itemId }) => itemId))}
      >
        <Coins size={16} aria-hidden />
        {left.length === 0 ? (
          t("sold")
        ) : (
          <>
            {t(many ? "sellAllNow" : "sellNow")} <Price cents={totalCents(left)} />
          </>
        )}
      </Button>
      <Button onClick={opener.keep}>
        <Check size={16} aria-hidden />
        {t(many ? "keep" : "keepOne")}
      </Button>
      {many ? (
        <Button
          size="icon"
          aria-label={t("each")}
          title={t("each")}
          aria-haspopup="dialog"
          onClick={() => setLooking(true)}
        >
          <List size={18} aria-hidden />
        </Button>
      ) : (
        first && (
          <ButtonLink size="icon" to={paths.verify(first.resultId)} aria-label={t("verify")} title={t("verify")}>
            <ShieldCheck size={18} aria-hidden />
          </ButtonLink>
        )
      )}
      {looking && (
        <Dialog title={t("results")} size="l" onClose={() => setLooking(false)}>
          <ResultsList opener={opener} />
        </Dialog>
      )}
    </section>
  );
}
