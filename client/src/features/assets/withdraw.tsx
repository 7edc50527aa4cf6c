/** R$ to the player's own bank, by Pix: the form, and how the newest requests stand. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { watchDelivery } from "../../state/deliveries.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { useToPlay } from "../../state/to-play.ts";
import { patchWallet, useWallet } from "../../state/wallet.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Failed } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatCents, parseCents } from "../../ui/number.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ToPlay } from "../../ui/to-play.tsx";
import { toast } from "../../ui/toast.ts";
import { latestWithdrawals, payKeys, withdraw } from "./api.ts";
import s from "./assets.module.css";
import { typed } from "./typed.ts";

const STEPS = ["request", "check", "pay"] as const;

const useLatest = () => useQuery({ queryKey: payKeys.withdrawals, queryFn: latestWithdrawals, staleTime: 0 });

export function Withdraw() {
  return (
    <div className={s.buy}>
      <Request />
      <Latest />
    </div>
  );
}

function Request() {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const intent = useIntent();
  const real = useWallet((wallet) => wallet.realCents);
  const bounds = useLatest().data;
  const toPlay = useToPlay();
  const [amount, setAmount] = useState("");
  const [pixKey, setPixKey] = useState("");
  const cents = parseCents(amount);
  const least = bounds?.leastCents ?? 1;
  const most = bounds?.mostCents ?? Number.MAX_SAFE_INTEGER;
  const allowed = cents !== null && cents >= least && cents <= most;
  const enough = allowed && cents <= real;
  const bound =
    bounds && t("withdraw.bounds", { least: formatCents(least, language), most: formatCents(most, language) });
  const wrong = cents !== null && cents > real ? t("withdraw.tooMuch") : allowed ? undefined : bound;
  const request = useMutation({
    mutationFn: (want: { cents: number; pixKey: string }) =>
      intent.run(want, (key) => withdraw(want.cents, want.pixKey, key)),
    onSuccess: ({ id, otherBalanceCents }) => {
      patchWallet({ realCents: otherBalanceCents });
      watchDelivery(id);
      void queryClient.invalidateQueries({ queryKey: payKeys.withdrawals });
      toast(t("withdraw.requested"), "ok");
      setAmount("");
    },
    onError: reportError,
  });
  return (
    <Card>
      <form
        className={s.page}
        onSubmit={(event) => {
          event.preventDefault();
          if (enough && pixKey !== "" && !request.isPending) request.mutate({ cents, pixKey });
        }}
      >
        <ToPlay {...toPlay} className={s.debt} />
        <Field
          label={t("withdraw.amount")}
          inputMode="decimal"
          autoComplete="off"
          value={typed(amount, language)}
          onChange={(event) => setAmount(event.target.value)}
          error={amount === "" ? undefined : wrong}
          hint={bound ?? "\u00a0"} // the line is there before its figures are
          end={
            <Button size="s" disabled={real < least} onClick={() => setAmount((Math.min(real, most) / 100).toFixed(2))}>
              {t("withdraw.everything")}
            </Button>
          }
        />
        <Field
          label={t("withdraw.key")}
          autoComplete="off"
          maxLength={77}
          value={pixKey}
          onChange={(event) => setPixKey(event.target.value.replace(/\s/g, ""))}
          hint={t("withdraw.keyHint")}
        />
        <Button
          type="submit"
          kind="primary"
          size="l"
          busy={request.isPending}
          disabled={!enough || pixKey.length < 5 || toPlay.toPlayCents > 0}
        >
          {t("withdraw.go")}
        </Button>
        <ol className={s.steps}>
          {STEPS.map((step) => (
            <li key={step}>{t(`withdraw.steps.${step}`)}</li>
          ))}
        </ol>
        <p className={s.source}>{t("withdraw.source")}</p>
      </form>
    </Card>
  );
}

function Latest() {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const { data, isError, refetch } = useLatest();
  return (
    <Card className={s.latest}>
      <header>
        <h2>{t("withdraw.latest")}</h2>
        <Link className={s.link} to={paths.assetsRecords()}>
          {t("withdraw.records")}
        </Link>
      </header>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeletons count={1} className={s.line} />
        )
      ) : data.records.length === 0 ? (
        <p className={s.note}>{t("records.emptyWithdrawals")}</p>
      ) : (
        <ul>
          {data.records.map(({ id, amountCents, pixKey, step, changedMs }) => (
            <li key={id}>
              <b className="num">R$ {formatCents(amountCents, language)}</b>
              <Tag kind={step === "paid" ? "jade" : "plain"}>{t(`withdraw.${step}`)}</Tag>
              <span>{pixKey}</span>
              <Moment ms={changedMs} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
