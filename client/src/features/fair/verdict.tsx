import { CircleAlert, CircleCheck, Clock, Download, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Bundle } from "../../fairness/bundle.ts";
import type { Check, CheckName, Report } from "../../fairness/verification.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import s from "./verdict.module.css";

export type Outcome = "ok" | "partly" | "bad";

/** A check that could not be made is never a pass: the verdict says so. */
export function outcomeOf(report: Report): Outcome {
  if (!report.ok || report.checks.length === 0) return "bad";
  return report.checks.some((check) => check.skipped) ? "partly" : "ok";
}

const LOG_CHECKS: ReadonlySet<string> = new Set(["log", "checkpoint"]);

export function Verdict({ report, bundle, text }: { report: Report; bundle: Bundle; text: string }) {
  const { t } = useTranslation("fair");
  const outcome = outcomeOf(report);
  const skipped = report.checks.filter((check) => check.skipped);
  const what = [
    skipped.some((check) => !LOG_CHECKS.has(check.name)) && t("verify.wait.key"),
    skipped.some((check) => LOG_CHECKS.has(check.name)) && t("verify.wait.log"),
  ]
    .filter(Boolean)
    .join(" · ");
  const Icon = outcome === "bad" ? CircleAlert : CircleCheck;
  return (
    <Card className={s.verdict} data-outcome={outcome}>
      <div className={s.head} role="status">
        <Icon size={34} aria-hidden />
        <div>
          <h2>{t(`verify.${outcome}`)}</h2>
          <p>{t(`verify.${outcome}Text`, { count: skipped.length, what })}</p>
        </div>
        <Button onClick={() => save(bundle, text)}>
          <Download size={16} aria-hidden />
          {t("verify.save")}
        </Button>
      </div>
      <h3>{t("verify.checks")}</h3>
      <ol className={s.checks}>
        {report.checks.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ol>
    </Card>
  );
}

/** In the verifier's order. */
const CHECKS: readonly CheckName[] = [
  "form",
  "context",
  "commit",
  "beacon",
  "server-seed",
  "server-hash",
  "result-hash",
  "number",
  "odds",
  "item",
  "score",
  "tie",
  "winners",
  "terms",
  "rate",
  "section",
  "opened",
  "amounts",
  "claims",
  "deck",
  "ended",
  "bottle",
  "wish-seed",
  "log",
  "checkpoint",
];

/** What a proof will be held against, before there is one. */
export function CheckList() {
  const { t } = useTranslation("fair");
  return (
    <Card className={s.plan}>
      <h2>{t("verify.checks")}</h2>
      <ol className={s.checks}>
        {CHECKS.map((name) => (
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
