/**
 * /user/limits: limits of one's own, a pause, an exclusion, and what was played (docs/rules.md, "Responsible play").
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { queryClient } from "../../state/query.ts";
import { useWallet } from "../../state/wallet.ts";
import { Card } from "../../ui/card.tsx";
import { Failed } from "../../ui/empty.tsx";
import { formatTime } from "../../ui/number.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import { KINDS, limitsQuery, type OwnLimits } from "./api.ts";
import { Away } from "./away.tsx";
import { LimitRow } from "./limit-row.tsx";
import s from "./limits.module.css";
import { PlayFigures } from "./play-figures.tsx";
import { storedVisit } from "./visit.ts";

export function LimitsPage() {
  const { t } = useTranslation("limits");
  const since = storedVisit()?.since ?? 0;
  // A visit begins after the page: what was read stays while it is read for the visit, and a dialog over it, too.
  const { data, isError, refetch } = useQuery({ ...limitsQuery(since), placeholderData: keepPreviousData });
  // Each op of the player comes with a wallet, also from other tabs: what is shown is asked for anew.
  const opId = useWallet((wallet) => wallet.opId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the op is what makes the figures old
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ["mine", "limits"] });
  }, [opId]);
  if (isError && !data) return <Failed text={t("failed")} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons count={3} className={s.place} />;
  return <Promises all={data} />;
}

function Promises({ all }: { all: OwnLimits }) {
  const { t } = useTranslation("limits");
  const language = useLanguage();
  return (
    <div className={s.page}>
      <header className={s.head}>
        <h1>{t("title")}</h1>
        <p>{t("lead")}</p>
      </header>
      {all.coolUntilMs > 0 && (
        <p className={s.pausing} role="status">
          {t("pause.until", { time: formatTime(all.coolUntilMs, language) })}
        </p>
      )}
      <Card className={s.card}>
        <h2>{t("visit.title")}</h2>
        <p>{t("visit.lead", { minutes: all.checkMinutes })}</p>
        <PlayFigures sum={all.since} />
      </Card>
      {KINDS.map((kind) => (
        <Card key={kind} className={s.card}>
          <h2>{t(`${kind}.title`)}</h2>
          <p>{t(`${kind}.lead`)}</p>
          <ul className={s.rows}>
            {all.limits
              .filter((limit) => limit.kind === kind)
              .map((limit) => (
                <LimitRow key={limit.span} limit={limit} raiseHours={all.raiseHours} />
              ))}
          </ul>
        </Card>
      ))}
      <Away all={all} />
    </div>
  );
}
