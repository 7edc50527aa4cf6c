/** Today's tasks of the tree: each one that is done is a leaf that becomes a wish card. */
import { useMutation } from "@tanstack/react-query";
import { Check, Leaf, Package, Swords, TrendingUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { openLogin, useLoggedIn } from "../../state/session.ts";
import { patchWallet } from "../../state/wallet.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Failed } from "../../ui/empty.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { claimTask, type WishTask } from "./api.ts";
import { Cards } from "./cost.tsx";
import { wishKeys } from "./query.ts";
import { useTree, useWishCards } from "./take.ts";
import s from "./tasks.module.css";
import { timeLeftText, useTimeLeft } from "./time-left.ts";

const TASKS = {
  open: { icon: Package, to: paths.caseList() },
  battle: { icon: Swords, to: paths.battleLobby() },
  upgrade: { icon: TrendingUp, to: paths.upgradeHall() },
} as const;
type TaskKey = keyof typeof TASKS;
const isKnown = (key: string): key is TaskKey => key in TASKS;

/** What a visitor sees: nothing is done. */
const UNDONE: readonly WishTask[] = (["open", "battle", "upgrade"] as const).map((key) => ({
  key,
  done: false,
  claimed: false,
}));

export function Tasks() {
  const { t } = useTranslation("wish");
  const loggedIn = useLoggedIn();
  const { data, isError, refetch } = useTree();
  const cards = useWishCards();
  return (
    <section className={s.tasks} aria-label={t("tasks.title")}>
      <header>
        <h2>{t("tasks.title")}</h2>
        {data && (
          <p className={s.cards} data-part="wish-cards">
            <Cards count={cards ?? data.wishCards} />
          </p>
        )}
      </header>
      <p className={s.lead}>{t("tasks.lead")}</p>
      {!loggedIn ? (
        <>
          <List tasks={UNDONE} />
          <Button kind="primary" onClick={() => openLogin()}>
            {t("tasks.login")}
          </Button>
        </>
      ) : data ? (
        <>
          <List tasks={data.tasks} />
          <Resets atMs={data.resetsAtMs} />
        </>
      ) : isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <>
          <div aria-busy="true" className={s.waiting}>
            <Skeletons count={3} className={s.skeleton} />
          </div>
          <p className={s.resets} aria-hidden="true">
            &nbsp;
          </p>
        </>
      )}
    </section>
  );
}

function Resets({ atMs }: { atMs: number }) {
  const { t } = useTranslation("wish");
  const left = useTimeLeft(atMs);
  return (
    <p className={s.resets}>
      {t("tasks.resets")} <b className="num">{timeLeftText(left, t("day"))}</b>
    </p>
  );
}

function List({ tasks }: { tasks: readonly WishTask[] }) {
  const { t } = useTranslation("wish");
  const loggedIn = useLoggedIn();
  const intent = useIntent();
  const call = useMutation({
    mutationFn: (task: WishTask["key"]) => intent.run(task, (key) => claimTask(task, key)),
    onSuccess: (tree) => {
      queryClient.setQueryData(wishKeys.tree, tree);
      patchWallet({ wishCards: tree.wishCards });
      sound.coin();
      toast(t("tasks.claimedNow"), "ok");
    },
    onError: (error) => {
      reportError(error);
      void queryClient.invalidateQueries({ queryKey: wishKeys.tree }); // another tab may have claimed it
    },
  });
  return (
    <ul>
      {tasks
        .filter(({ key }) => isKnown(key))
        .map(({ key, done, claimed }) => {
          const { icon: Icon, to } = TASKS[key as TaskKey];
          const state = claimed ? "claimed" : done ? "done" : "undone";
          return (
            <li key={key} className={s.task} data-state={state} data-task={key}>
              <span className={s.leaf}>
                {claimed ? <Check size={20} aria-hidden /> : <Icon size={20} aria-hidden />}
              </span>
              <div>
                <b>{t(`tasks.${key as TaskKey}`)}</b>
                <small>{t("tasks.reward")}</small>
              </div>
              {state === "done" ? (
                <Button
                  size="s"
                  className={s.claim}
                  busy={call.isPending && call.variables === key}
                  onClick={() => call.mutate(key)}
                  aria-label={t("tasks.claimOf", { task: t(`tasks.${key as TaskKey}`) })}
                >
                  <Leaf size={15} aria-hidden />
                  {t("tasks.claim")}
                </Button>
              ) : state === "claimed" ? (
                <span className={s.done}>{t("tasks.claimed")}</span>
              ) : (
                loggedIn && (
                  <ButtonLink size="s" to={to} aria-label={t("tasks.goOf", { task: t(`tasks.${key as TaskKey}`) })}>
                    {t("tasks.go")}
                  </ButtonLink>
                )
              )}
            </li>
          );
        })}
    </ul>
  );
}
