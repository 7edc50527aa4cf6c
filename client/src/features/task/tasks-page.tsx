/** /page/task: the task boxes by their kinds, with progress, claim and the time to the next reset. */
import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { serverNow } from "../../net/clock.ts";
import { paths } from "../../routes/paths.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { openLogin, useLoggedIn } from "../../state/session.ts";
import { holdsItems, TASKS_KEY, type TaskBox, useTasks } from "../../state/tasks.ts";
import grid from "../../ui/box-grid.module.css";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCents, formatCount } from "../../ui/number.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { openProps } from "./api.ts";
import { RewardArt, useRewardText } from "./reward.tsx";
import { type Group, groups, inGems, isTask, placeOf, share, stateOf } from "./task-boxes.ts";
import s from "./tasks.module.css";

const refresh = () => void queryClient.invalidateQueries({ queryKey: TASKS_KEY });

export function TasksPage() {
  const { t } = useTranslation("task");
  const { data, isError, refetch } = useTasks();
  return (
    <div className={s.page}>
      <header className={s.head}>
        <h1>{t("title")}</h1>
        <p>{t("lead")}</p>
      </header>
      {data ? (
        data.list.length === 0 ? (
          <Empty text={t("empty")} />
        ) : (
          groups(data.list).map((group) => <Kind key={group.kind} group={group} />)
        )
      ) : isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <div className={cx(grid.grid, s.grid)} aria-busy="true">
          <Skeletons count={4} className={s.place} />
        </div>
      )}
    </div>
  );
}

function Kind({ group: { kind, endsAtMs, boxes } }: { group: Group }) {
  const { t } = useTranslation("task");
  // The end is the server's; the widget counts on this device's clock.
  const ends = endsAtMs + Date.now() - serverNow();
  useEffect(() => {
    const timer = setTimeout(refresh, Math.min(Math.max(endsAtMs - serverNow(), 0) + 1000, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }, [endsAtMs]);
  return (
    <section aria-labelledby={`kind-${kind}`}>
      <header className={s.kind}>
        <h2 id={`kind-${kind}`}>{t(`kind.${kind}`)}</h2>
        <Countdown key={endsAtMs} title={t("resets")} endsAtMs={ends} />
      </header>
      <ul className={cx(grid.grid, s.grid)}>
        {boxes.map((box) => (
          <Box key={box.id} box={box} />
        ))}
      </ul>
    </section>
  );
}

function Box({ box }: { box: TaskBox }) {
  const { t } = useTranslation("task");
  const language = useLanguage();
  const rewardText = useRewardText();
  const state = stateOf(box, useLoggedIn());
  const number = (n: number) => (inGems(box.task) ? formatCents(n, language) : formatCount(n, language));
  const task = isTask(box.task) ? t(`task.${box.task}`) : `#${box.task}`;
  const progress = t("progress", { done: number(box.amount), target: number(box.codeMap) });
  return (
    <li className={cx(s.box, state === "claimed" && s.claimed)} data-state={state} data-box={box.id}>
      <div className={s.art}>
        {box.reward ? (
          <RewardArt type={box.reward.rewardTypeEnum} />
        ) : (
          <img src={box.image} alt="" width={160} height={120} loading="lazy" />
        )}
      </div>
      <h3>{box.name}</h3>
      <p className={s.gives}>
        {box.reward ? rewardText(box.reward.rewardTypeEnum, box.reward.rewardNum) : t("anItem")}
      </p>
      <p className={s.task}>
        <span>{task}</span> <b className="num">{progress}</b>
      </p>
      <progress value={share(box)} max={1} aria-label={`${task}: ${progress}`} />
      <Action box={box} state={state} />
      {state === "claimed" && box.reset && (
        <ButtonLink size="s" kind="plain" to={paths.cards()}>
          {t("reset")}
        </ButtonLink>
      )}
    </li>
  );
}

function Action({ box, state }: { box: TaskBox; state: ReturnType<typeof stateOf> }) {
  const { t } = useTranslation("task");
  const rewardText = useRewardText();
  const asked = useRef(false); // the second click of two comes before the button is drawn busy
  const claim = useMutation({
    mutationFn: () => openProps(box.id),
    onSettled: () => {
      asked.current = false;
    },
    onSuccess: ([first]) => {
      if (!first) return;
      sound.coin();
      toast(t("claimedNow", { reward: rewardText(first.activityRewardType, first.receiveNum) }), "ok");
      void queryClient.invalidateQueries({ queryKey: ["mine"] });
    },
    onError: (error) => {
      reportError(error);
      refresh(); // the day may be another one, or another tab was faster
    },
  });
  const once = () => {
    if (asked.current) return;
    asked.current = true;
    claim.mutate();
  };
  const named = (label: string) => ({ "aria-label": `${label}: ${box.name}` });
  switch (state) {
    case "visitor":
      return (
        <Button {...named(t("login"))} onClick={() => openLogin()}>
          {t("login")}
        </Button>
      );
    case "claimed":
      return (
        <Button disabled {...named(t(holdsItems(box) ? "opened" : "claimed"))}>
          <Check size={16} aria-hidden />
          {t(holdsItems(box) ? "opened" : "claimed")}
        </Button>
      );
    case "ready":
      return holdsItems(box) ? (
        <ButtonLink kind="primary" to={paths.freeSkins(box.id)} {...named(t("open"))}>
          {t("open")}
        </ButtonLink>
      ) : (
        <Button kind="primary" busy={claim.isPending} onClick={once} {...named(t("claim"))}>
          {t("claim")}
        </Button>
      );
    case "open":
      return (
        <div className={s.ways}>
          <ButtonLink to={placeOf(box.task)} {...named(t("go"))}>
            {t("go")}
          </ButtonLink>
          {holdsItems(box) && (
            <ButtonLink kind="plain" to={paths.freeSkins(box.id)} {...named(t("inside"))}>
              {t("inside")}
            </ButtonLink>
          )}
        </div>
      );
  }
}
