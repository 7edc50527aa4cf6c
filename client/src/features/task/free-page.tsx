/**
 * /freeSKins/{boxId}: a box that a task, or the welcome of a new player, has earned. The reel is the route's to put in.
 */

import { useQuery } from "@tanstack/react-query";
import { Check, Gift, ShieldCheck } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { isRefusal } from "../../net/http.ts";
import { idInPath, paths } from "../../routes/paths.ts";
import type { OddsEntry } from "../../state/boxes.ts";
import { useLoggedIn } from "../../state/session.ts";
import { useTasks } from "../../state/tasks.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatCents, formatCount } from "../../ui/number.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import stage from "../../ui/stage-bar.module.css";
import { StageFrame } from "../../ui/stage-frame.tsx";
import { StageMissing } from "../../ui/stage-missing.tsx";
import { detailsQuery, type TaskDetails, welfareQuery } from "./api.ts";
import s from "./free.module.css";
import { inGems, isTask, placeOf, share, stateOf } from "./task-boxes.ts";
import { type FreePhase, type FreeReel, useFreeOpening } from "./use-free-opening.ts";

interface FreePageProps {
  reel: (slot: FreeReel) => ReactNode;
  odds: (entries: readonly OddsEntry[]) => ReactNode;
}

export function FreePage(props: FreePageProps) {
  const { t } = useTranslation("task");
  const { boxId = "" } = useParams();
  const id = idInPath(boxId);
  const language = useLanguage();
  const { data, error, refetch } = useQuery({ ...detailsQuery(id, language), enabled: id > 0 });
  if (data?.stuffVOList.some(({ tickets }) => tickets > 0)) return <Free key={id} details={data} {...props} />;
  return (
    <StageMissing
      gone={data !== undefined || id === 0 || isRefusal(error)}
      failed={error !== null}
      text={t("missing")}
      back={{ to: paths.tasks(), text: t("back") }}
      onRetry={() => void refetch()}
    />
  );
}

function Free({ details, reel, odds }: { details: TaskDetails } & FreePageProps) {
  const { t } = useTranslation("task");
  const { state, open, slot } = useFreeOpening(details);
  const { phase, results } = state;
  const { name, image, accent, stuffVOList } = details;
  const [result] = results;
  return (
    <div style={{ "--a": accent } as CSSProperties}>
      <StageFrame>
        {reel(slot)}
        <div className={cx(stage.bar, s.bar)}>
          <img className={stage.art} src={image} alt="" width={124} height={93} />
          <div className={stage.words}>
            <h1>{name}</h1>
            <p>{t("free")}</p>
          </div>
          <FreeBoxPhase boxId={details.id} phase={phase} onOpen={() => void open()} />
        </div>
      </StageFrame>
      {phase === "settled" && result && (
        <section className={s.result} aria-label={t("result")} role="status">
          <p>{t("inBag")}</p>
          <div>
            <ButtonLink kind="primary" to={paths.backpack()}>
              {t("backpack")}
            </ButtonLink>
            <ButtonLink to={paths.verify(result.resultId)}>
              <ShieldCheck size={16} aria-hidden />
              {t("verify")}
            </ButtonLink>
            <ButtonLink kind="plain" to={paths.tasks()}>
              {t("back")}
            </ButtonLink>
          </div>
        </section>
      )}
      {odds(stuffVOList)}
    </div>
  );
}

/** What there is to do before the box can be opened, or the button that opens it. */
function FreeBoxPhase({ boxId, phase, onOpen }: { boxId: number; phase: FreePhase; onOpen: () => void }) {
  const { t } = useTranslation("task");
  const language = useLanguage();
  const loggedIn = useLoggedIn();
  const tasks = useTasks();
  const box = tasks.data?.list.find(({ id }) => id === boxId);
  const welcome = useQuery({ ...welfareQuery(language), enabled: loggedIn && tasks.isSuccess && !box });
  const playing = phase === "waiting" || phase === "spinning";
  const button = (
    <Button kind="primary" size="l" className={s.open} busy={playing} onClick={onOpen}>
      <Gift size={18} aria-hidden />
      {t("openFree")}
    </Button>
  );
  const done = (
    <Button size="l" disabled className={s.opened}>
      <Check size={18} aria-hidden />
      {t("opened")}
    </Button>
  );
  if (playing || !loggedIn) return button;
  if (phase === "settled") return done;
  if (box) {
    const state = stateOf(box, loggedIn);
    if (state === "ready") return button;
    if (state === "claimed") return done;
    const number = (n: number) => (inGems(box.task) ? formatCents(n, language) : formatCount(n, language));
    const progress = t("progress", { done: number(box.amount), target: number(box.codeMap) });
    return (
      <div className={s.todo}>
        <p>
          {isTask(box.task) && t(`task.${box.task}`)} <b className="num">{progress}</b>
        </p>
        <progress value={share(box)} max={1} aria-label={progress} />
        <ButtonLink to={placeOf(box.task)}>{t("go")}</ButtonLink>
      </div>
    );
  }
  if (isRefusal(welcome.error)) return <p>{t("welcome.over")}</p>;
  if (!welcome.data) return <Skeleton className={s.wait} />;
  const gift = welcome.data.rechargeTaskBox.some(({ id }) => id === boxId);
  if (gift ? welcome.data.gifted : welcome.data.opened) return done;
  if (gift && !welcome.data.recharged) {
    return (
      <ButtonLink kind="primary" size="l" to={paths.assets()}>
        {t("welcome.recharge")}
      </ButtonLink>
    );
  }
  return button;
}
