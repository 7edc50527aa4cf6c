/** The sign-in board: a row of seven days and the milestones of the month (product spec §4). */
import { useQuery } from "@tanstack/react-query";
import { Check, Gift, Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { queryClient } from "../../state/query.ts";
import { closeSign, openSign, SIGN_KEY } from "../../state/sign.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { infoQuery, type SignInfo, type SignItem, type SignType } from "./api.ts";
import s from "./board.module.css";
import { type ClaimState, dayState, isOpen, listOf, milestoneState } from "./board.ts";
import { useLimitText } from "./popups.tsx";
import { RewardArt, useAmount, useRewardText } from "./reward.tsx";
import { useClaim } from "./use-claim.ts";

export function BoardDialog() {
  const { t } = useTranslation("sign");
  const { data, isError, refetch } = useQuery(infoQuery(useLanguage()));
  return (
    <Dialog title={t("title")} size="l" onClose={closeSign}>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <div className={s.row} aria-busy="true">
            <Skeletons count={7} className={s.place} />
          </div>
        )
      ) : isOpen(data) ? (
        <Board info={data} />
      ) : (
        <Empty text={t("closed")} />
      )}
      <DialogActions>
        <Button onClick={() => openSign("week")}>
          <Gift size={16} aria-hidden />
          {t("week.title")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Board({ info }: { info: SignInfo }) {
  const { t } = useTranslation("sign");
  const { pick, isBusy } = useClaim(info);
  const renew = () => void queryClient.invalidateQueries({ queryKey: SIGN_KEY });
  const months = listOf(info, "accumulate");
  const highest = months.at(-1)?.conditionNum ?? 0;
  const cell = (type: SignType, item: SignItem, state: ClaimState, name: string) => (
    <Cell
      key={item.conditionNum}
      item={item}
      state={state}
      name={name}
      busy={isBusy(type, item)}
      onPick={() => pick(type, item)}
    />
  );
  return (
    <>
      <section aria-label={t("row")}>
        <header className={s.head}>
          <h3>{t("row")}</h3>
          <p>{info.gapDays > 0 ? t("gap", { count: info.gapDays }) : t("strict")}</p>
        </header>
        <ol className={s.row}>
          {listOf(info, "every").map((item) =>
            cell("every", item, dayState(info, item.conditionNum), t("day", { day: item.conditionNum })),
          )}
        </ol>
        {info.userSignIn && <Countdown title={t("nextDay")} endsAtMs={info.dayEndsMs} onEnd={renew} />}
      </section>
      {months.length > 0 && (
        <section aria-label={t("month")} className={s.month}>
          <header className={s.head}>
            <h3>{t("month")}</h3>
            <p>{t("monthDays", { count: info.activityAccumulate })}</p>
          </header>
          <progress
            value={Math.min(info.activityAccumulate, highest)}
            max={highest}
            aria-label={t("monthDays", { count: info.activityAccumulate })}
          />
          <ol className={s.milestones}>
            {months.map((item) =>
              cell(
                "accumulate",
                item,
                milestoneState(info, item.conditionNum),
                t("milestone", { count: item.conditionNum }),
              ),
            )}
          </ol>
        </section>
      )}
    </>
  );
}

interface CellProps {
  item: SignItem;
  state: ClaimState;
  name: string;
  busy: boolean;
  onPick: () => void;
}

/** Every cell answers a click: the claimable one is claimed, the others say why not. */
function Cell({ item, state, name, busy, onPick }: CellProps) {
  const { t } = useTranslation("sign");
  const amount = useAmount();
  const text = useRewardText();
  const limit = useLimitText()(item);
  return (
    <li>
      <button
        type="button"
        className={cx(s.cell, s[state])}
        data-state={state}
        aria-busy={busy || undefined}
        title={limit === "" ? text(item) : `${text(item)}: ${limit}`}
        onClick={busy ? undefined : onPick}
      >
        <span className={s.name}>{name}</span>
        <RewardArt item={item} size={44} />
        <b className="num">{amount(item)}</b>
        <small>{item.rewardName}</small>
        <span className={s.state}>
          {state === "claimed" && <Check size={13} aria-hidden />}
          {state === "locked" && limit !== "" && <Lock size={12} aria-hidden />}
          {t(`state.${state}`)}
        </span>
        {limit !== "" && <span className="sr">{limit}</span>}
      </button>
    </li>
  );
}
