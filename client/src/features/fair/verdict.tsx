import { CircleAlert, CircleCheck, Clock, Download, ShieldCheck, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Bundle } from "../../fairness/bundle.ts";
import type { Own } from "../../fairness/mine.ts";
import type { Difference, Verdict as Judged } from "../../fairness/verdict.ts";
import { type Check, checkNames, type Report } from "../../fairness/verification.ts";
import { useLanguage } from "../../i18n/language.ts";
import { recall } from "../../state/trust.ts";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import s from "./verdict.module.css";

export function Verdict({ report, judged, own, bundle, text }: VerdictProps) {
  const { t } = useTranslation("fair");
  const { state, missing, differs } = judged;
  const Icon = {
    verified: CircleCheck,
    weaker: TriangleAlert,
    pending: Clock,
    refused: CircleAlert,
    differs: CircleAlert,
  }[state];
  const date = useSeen();
  const language = useLanguage();
  const parts = new Intl.ListFormat(language, { type: "unit" }).format(
    own.held.map((part) => t(`verify.part.${part}`)),
  );
  return (
    <Card className={s.verdict} data-outcome={state}>
      <div className={s.head} role="status">
        <Icon size={34} aria-hidden />
        <div>
          <h2>{t(`verify.state.${state}.title`)}</h2>
          <p>{t(`verify.state.${state}.text`)}</p>
        </div>
        <Button onClick={() => save(bundle, text)}>
          <Download size={16} aria-hidden />
          {t("verify.save")}
        </Button>
      </div>
      <Differences differs={differs} />
      <ul className={s.gaps}>
        {missing.map((gap) => (
          <li key={gap} data-gap={gap}>
            {gap === "house" ? <BeaconSource source={bundle.beacon.source} /> : t(`verify.gap.${gap}`, { date })}
          </li>
        ))}
      </ul>
      {own.whose !== null && differs.length === 0 && (
        <>
          <p className={s.own} data-own={own.whose}>
            {t(`verify.own.${own.whose}`, { parts })}
          </p>
          <Differences differs={own.doubts} />
        </>
      )}
      {state !== "refused" && (
        <p className={s.elsewhere}>
          {t("verify.elsewhere")} <code>jadebox verify --trust FILE proof.json</code>
        </p>
      )}
      <h3>{t("verify.checks")}</h3>
      <ol className={s.checks}>
        {report.checks.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ol>
    </Card>
  );
}

interface VerdictProps {
  readonly report: Report;
  readonly judged: Judged;
  readonly own: Own;
  readonly bundle: Bundle;
  readonly text: string;
}

/** The day of the first sight. */
function useSeen(): string {
  const language = useLanguage();
  return new Date(recall()?.sinceMs ?? 0).toLocaleDateString(language);
}

/** What differs from what this reader knows: the remembered value, and the present one. */
export function Differences({ differs }: { differs: readonly Difference[] }) {
  const { t } = useTranslation("fair");
  const date = useSeen();
  return (
    <ul className={s.gaps}>
      {differs.map(({ what, yours, theirs }) => (
        <li key={what}>{t(`verify.differs.${what}`, { yours, theirs, date })}</li>
      ))}
    </ul>
  );
}

/** What a proof will be held against, before there is one. */
export function CheckList() {
  const { t } = useTranslation("fair");
  return (
    <Card className={s.ahead}>
      <h2>{t("verify.checks")}</h2>
      <ol className={s.checks}>
        {checkNames.map((name) => (
          <li key={name} data-state="planned">
            <ShieldCheck size={20} aria-hidden />
            <div>
              <b>{t(`check.${name}.name`)}</b>
              <p>{t(`check.${name}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function CheckRow({ check }: { check: Check }) {
  const { t } = useTranslation("fair");
  const state = check.skipped ? "skipped" : check.ok ? "passed" : "failed";
  const Icon = { passed: CircleCheck, failed: CircleAlert, skipped: Clock }[state];
  return (
    <li data-state={state}>
      <Icon size={20} aria-hidden />
      <div>
        <b>{t(`check.${check.name}.name`)}</b>
        <span className={s.state}>{t(`verify.${state}`)}</span>
        <p>{t(`check.${check.name}.text`)}</p>
        {check.detail !== "" && (
          <details>
            <summary>{t("verify.detail")}</summary>
            <code>{check.detail}</code>
          </details>
        )}
      </div>
    </li>
  );
}

function save(bundle: Bundle, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${bundle.resultID.replace(/[^0-9A-Za-z-]+/g, "-")}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
