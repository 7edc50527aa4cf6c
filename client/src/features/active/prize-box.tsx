/** One box of the activity: its reel, what it costs and is worth, its odds. */

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage, words } from "../../i18n/language.ts";
import { isRefusal } from "../../net/http.ts";
import { limits } from "../../protocol/gen.ts";
import type { OddsEntry, ReelSlot } from "../../state/boxes.ts";
import { reelSlot } from "../../state/reel-slot.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import facts from "../../ui/facts.module.css";
import { formatSection } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { StageFrame } from "../../ui/stage-frame.tsx";
import { StageMissing } from "../../ui/stage-missing.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import s from "./active.module.css";
import { boxQuery, type PrizeBoxDetail, type Result } from "./api.ts";
import { PLACES, usePlace } from "./place.ts";
import { Radishes } from "./radish.tsx";
import { type PrizeOpener, type PrizeOpening, usePrizeOpening } from "./use-prize-opening.ts";

/** What the route puts in: other features know how to draw these. */
export interface PrizeSlots {
  readonly reel: (slot: ReelSlot<Result, PrizeOpening["phase"]>) => ReactNode;
  readonly results: (opener: PrizeOpener) => ReactNode;
  readonly odds: (entries: readonly OddsEntry[]) => ReactNode;
  readonly fairness: ReactNode;
}

const COUNTS = Array.from({ length: limits.openCountMax }, (_, i) => i + 1);

export function PrizeBox({ id, held, slots }: { id: number; held: number; slots: PrizeSlots }) {
  const { t } = useTranslation("active");
  const place = usePlace();
  const { data, error, refetch } = useQuery(boxQuery(id));
  if (data) return <Opening key={id} detail={data} held={held} slots={slots} />;
  return (
    <StageMissing
      gone={isRefusal(error)}
      failed={error !== null}
      text={t("box.missing")}
      back={{ to: PLACES[place], text: t("box.back") }}
      onRetry={() => void refetch()}
    />
  );
}

function Opening({ detail, held, slots }: { detail: PrizeBoxDetail; held: number; slots: PrizeSlots }) {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const place = usePlace();
  const { box, tokens, expectedCents, tokenPpm, entries, open } = detail;
  const [count, setCount] = useState(1);
  const opener = usePrizeOpening(detail);
  const { phase } = opener.state;
  const busy = phase === "waiting" || phase === "spinning";
  const name = words(box.name, language);
  return (
    <div className={s.opening} style={{ "--a": box.accent } as CSSProperties}>
      <ButtonLink kind="plain" size="s" to={PLACES[place]} className={s.back}>
        <ArrowLeft size={16} aria-hidden />
        {t("box.back")}
      </ButtonLink>
      <StageFrame>
        {slots.reel(reelSlot({ box, name, odds: entries, count }, opener))}
        <div className={s.bar}>
          <div className={s.barWords}>
            <h1>{name}</h1>
            <p>
              {t("box.held")} <Radishes count={held} />
            </p>
          </div>
          <dl className={cx(facts.facts, s.facts)}>
            <div>
              <dt>{t("box.expected")}</dt>
              <dd>
                <Price cents={expectedCents} />
              </dd>
            </div>
            <div>
              <dt>{t("box.return")}</dt>
              <dd className="num">{t("box.perRadish", { gems: formatSection(tokenPpm / 1e6, language) })}</dd>
            </div>
          </dl>
          {open ? (
            <div className={s.actions}>
              <Tabs
                label={t("box.count")}
                value={count}
                onChange={busy ? () => {} : setCount}
                choices={COUNTS.map((value) => ({ value, label: t("box.times", { count: value }) }))}
              />
              <Button kind="primary" size="l" busy={busy} onClick={() => void opener.open(count)}>
                {t(busy ? "box.opening" : "box.open")} <Radishes count={tokens * count} />
              </Button>
            </div>
          ) : (
            <div className={s.actions}>
              <p>{t("moon.other")}</p>
              <ButtonLink kind="primary" to={PLACES[place]}>
                {t("moon.toTonight")}
              </ButtonLink>
            </div>
          )}
          <p className={s.explain}>{t("box.explain")}</p>
        </div>
      </StageFrame>
      {phase === "settled" && slots.results(opener)}
      {slots.odds(entries)}
      {slots.fairness}
    </div>
  );
}
