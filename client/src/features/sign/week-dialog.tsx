/** The weekly benefit: steps by what was spent on play since Monday, taken once a week (product spec §§3, 5). */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { loadUser } from "../../state/session.ts";
import { closeSign } from "../../state/sign.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCents } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { receiveWeek, WEEK_REACHED, WEEK_RECEIVED, type Week, weekQuery } from "./api.ts";
import { stepsOf } from "./board.ts";
import s from "./week.module.css";

const cents = (amount: number) => Math.round(amount * 100);

export function WeekDialog() {
  const { t } = useTranslation("sign");
  const { data, isError, refetch } = useQuery(weekQuery);
  return (
    <Dialog title={t("week.title")} onClose={closeSign}>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <div className={s.steps} aria-busy="true">
            <Skeletons count={4} className={s.place} />
          </div>
        )
      ) : data.benefitsList.length === 0 ? (
        <Empty text={t("week.none")} />
      ) : (
        <WeekSteps week={data} />
      )}
    </Dialog>
  );
}

function WeekSteps({ week }: { week: Week & { readonly endsAtMs: number } }) {
  const { t } = useTranslation("sign");
  const language = useLanguage();
  const intent = useIntent();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: weekQuery.queryKey });
  const call = useMutation({
    mutationFn: () => intent.run([week.endsAt], receiveWeek),
    onSuccess: ({ reward }) => {
      sound.coin();
      toast(t("week.done", { gems: formatCents(cents(reward), language) }), "ok", true);
      refresh();
      void loadUser();
    },
    onError: (error) => {
      refresh();
      reportError(error);
    },
  });
  const received = week.status === WEEK_RECEIVED;
  const [step, next] = stepsOf(week.benefitsList, week.userVal);
  const take = () => {
    // Product spec §8: what is said of a welfare stays until it is closed.
    if (received) toast(t("week.received"), "info", true);
    else if (week.status !== WEEK_REACHED) toast(t("week.nothing"), "info", true);
    else call.mutate();
  };
  return (
    <>
      <p className={s.lead}>{t("week.lead")}</p>
      <dl className={s.facts}>
        <div>
          <dt>{t("week.spent")}</dt>
          <dd>
            <Price cents={cents(week.userVal)} />
          </dd>
        </div>
        <div>
          <dt>{t(received ? "week.got" : "week.now")}</dt>
          <dd>
            <Price cents={cents(received ? week.received : (step?.reward ?? 0))} />
          </dd>
        </div>
      </dl>
      <ol className={s.steps}>
        {week.benefitsList.map((one) => {
          const reached = one.amount <= week.userVal;
          return (
            <li key={one.amount} className={cx(s.step, reached && s.reached)} data-reached={reached || undefined}>
              <span>{t("week.step", { gems: formatCents(cents(one.amount), language) })}</span>
              <progress value={Math.min(week.userVal, one.amount)} max={one.amount} aria-label={t("week.spent")} />
              <Price cents={cents(one.reward)} />
              {reached && <Check size={16} aria-label={t("week.reached")} />}
            </li>
          );
        })}
      </ol>
      {!received && next && (
        <p className={s.note}>
          {t("week.next", {
            gems: formatCents(cents(next.amount) - cents(week.userVal), language),
            reward: formatCents(cents(next.reward), language),
          })}
        </p>
      )}
      <Countdown title={t("week.ends")} endsAtMs={week.endsAtMs} onEnd={refresh} />
      <DialogActions>
        <Button
          kind={week.status === WEEK_REACHED ? "primary" : "ghost"}
          busy={call.isPending}
          onClick={take}
          data-status={week.status}
        >
          {t(received ? "state.claimed" : "week.claim")}
        </Button>
      </DialogActions>
    </>
  );
}
