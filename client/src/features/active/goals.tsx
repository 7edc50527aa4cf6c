/** What play earns today: a card for each kind, its progress, and the claim. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { CalendarCheck, Check, Coins, Flame, Hash, type LucideIcon, Swords, Trees, TrendingUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { requireLogin, useLoggedIn } from "../../state/session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Failed } from "../../ui/empty.tsx";
import { formatCents, formatCount } from "../../ui/number.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import s from "./active.module.css";
import { type Goal, goalsQuery, receive } from "./api.ts";
import { goalState } from "./goal-state.ts";
import { Radishes } from "./radish.tsx";

const TYPES = {
  1: { key: "signIn", icon: CalendarCheck, to: paths.home() },
  2: { key: "battle", icon: Swords, to: paths.battleLobby() },
  3: { key: "upgrade", icon: TrendingUp, to: paths.upgradeHall() },
  4: { key: "wish", icon: Trees, to: paths.wishes() },
  5: { key: "hash", icon: Hash, to: paths.caseList("hash") },
  6: { key: "consumption", icon: Coins, to: paths.caseList() },
  7: { key: "streak", icon: Flame, to: paths.battleLobby() },
} as const satisfies Record<number, { key: string; icon: LucideIcon; to: string }>;
type Type = keyof typeof TYPES;
const isKnown = (type: number): type is Type => type in TYPES;

export function Goals() {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const { data, isError, refetch } = useQuery(goalsQuery);
  return (
    <section className={s.section} aria-labelledby="active-goals">
      <div className={s.head}>
        <h2 id="active-goals">{t("goals.title")}</h2>
        {data && <p>{t("goals.lead", { gems: formatCents(data.leastCents, language) })}</p>}
      </div>
      {data ? (
        <ul className={s.goals}>
          {data.goals.map((goal) => (
            <GoalCard key={goal.type} goal={goal} />
          ))}
        </ul>
      ) : isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <div className={s.goals} aria-busy="true">
          <Skeletons count={7} className={s.goalPlace} />
        </div>
      )}
    </section>
  );
}

function GoalCard({ goal }: { goal: Goal }) {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const loggedIn = useLoggedIn();
  const mutationKey = ["active", "claim", goal.type]; // of this goal alone: several may be claimed at once
  const claim = useMutation({
    mutationKey,
    mutationFn: receive,
    onSuccess: () => {
      sound.coin();
      toast(t("claimed"), "ok");
    },
    onError: reportError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["mine", "active"] }),
  });
  if (!isKnown(goal.type)) return null;
  const { key, icon: Icon, to } = TYPES[goal.type];
  const { next, share, claimable, state } = goalState(goal);
  const amount = (count: number) => (goal.type === 6 ? formatCents(count, language) : formatCount(count, language));
  const name = t(`goals.${key}`);
  return (
    <li className={s.goal} data-state={state} data-goal={key}>
      <span className={s.icon}>
        {state === "done" ? <Check size={20} aria-hidden /> : <Icon size={20} aria-hidden />}
      </span>
      <div className={s.words}>
        <h3>{name}</h3>
        {next && (
          <p className="num">
            {t("goals.progress", { done: amount(Math.min(goal.done, next.count)), count: amount(next.count) })}
          </p>
        )}
      </div>
      <progress value={share} max={1} aria-label={name} />
      <ul className={s.steps} aria-label={t("goals.steps")}>
        {goal.steps.map((step) => (
          <li key={step.count} data-claimed={step.claimed || undefined}>
            <span>{t(`goals.need.${key}`, { amount: amount(step.count) })}</span>
            <Radishes count={step.tokens} plus />
            {step.claimed && <span className="sr">{t("goals.taken")}</span>}
          </li>
        ))}
      </ul>
      {state === "ready" ? (
        <Button
          kind="primary"
          size="s"
          busy={claim.isPending}
          onClick={() => {
            if (requireLogin() && !queryClient.isMutating({ mutationKey })) claim.mutate(goal.type);
          }}
        >
          {t("goals.claim")} <Radishes count={claimable} plus /> <span className="sr">{name}</span>
        </Button>
      ) : state === "done" ? (
        <span className={s.doneText}>{t("goals.taken")}</span>
      ) : (
        loggedIn && (
          <ButtonLink size="s" to={to} aria-label={t("goals.goOf", { goal: name })}>
            {t("goals.go")}
          </ButtonLink>
        )
      )}
    </li>
  );
}
