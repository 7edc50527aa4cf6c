import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { closeSign } from "../../state/sign.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/empty.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { formatCents, formatCount } from "../../ui/number.ts";
import { infoQuery, LIMIT, type SignGiven, type SignItem, type SignType, timeQuery } from "./api.ts";
import { doneOf } from "./board.ts";
import { closePopup, type Popup } from "./popup.ts";
import s from "./popups.module.css";
import { RewardArt, useRewardText } from "./reward.tsx";

export function SignPopup({ popup }: { popup: Popup }) {
  switch (popup.kind) {
    case "blocked":
      return <Blocked />;
    case "waits":
      return <Waits item={popup.item} type={popup.type} />;
    case "required":
      return <Required item={popup.item} />;
    case "rewards":
      return <Rewards given={popup.given} />;
  }
}

function Close() {
  const { t } = useTranslation("sign");
  return (
    <DialogActions>
      <Button kind="primary" onClick={closePopup}>
        {t("ok")}
      </Button>
    </DialogActions>
  );
}

/** Today is signed: what comes next is tomorrow. */
function Blocked() {
  const { t } = useTranslation("sign");
  const { data } = useQuery(infoQuery(useLanguage()));
  return (
    <Dialog title={t("blocked")} size="s" onClose={closePopup}>
      {data && <Countdown title={t("nextDay")} endsAtMs={data.dayEndsMs} />}
      <Close />
    </Dialog>
  );
}

function Waits({ item, type }: { item: SignItem; type: SignType }) {
  const { t } = useTranslation("sign");
  const { data } = useQuery(infoQuery(useLanguage()));
  const left = item.conditionNum - (data?.activityAccumulate ?? 0);
  return (
    <Dialog title={t("state.locked")} size="s" onClose={closePopup}>
      <p className={s.text}>{type === "every" || left <= 0 ? t("waits") : t("waitsMonth", { count: left })}</p>
      <Close />
    </Dialog>
  );
}

const WAYS: Readonly<Record<number, readonly ("upgrade" | "open" | "sell")[]>> = {
  [LIMIT.upgrades]: ["upgrade"],
  [LIMIT.opens]: ["open"],
  [LIMIT.larger]: ["open", "upgrade"],
  [LIMIT.obtained]: ["sell"],
};
const PLACES = { upgrade: paths.upgradeHall, open: paths.caseList, sell: paths.backpack } as const;
const ASKED = {
  [LIMIT.upgrades]: "upgrades",
  [LIMIT.opens]: "opens",
  [LIMIT.larger]: "larger",
  [LIMIT.obtained]: "obtained",
} as const;
const isLimit = (type: number): type is keyof typeof ASKED => type in ASKED;

/** What a reward asks, in words. */
export function useLimitText(): (item: SignItem) => string {
  const { t } = useTranslation("sign");
  const language = useLanguage();
  return ({ limitationType: type, limitationTime: least }) => {
    if (least <= 0 || !isLimit(type)) return "";
    if (type === LIMIT.obtained) return t("limit.obtained", { amount: formatCents(Math.round(least * 100), language) });
    return t(`limit.${ASKED[type]}`, { count: least });
  };
}

/** The day's requirement is not met: how far one is, and where to go on. */
function Required({ item }: { item: SignItem }) {
  const { t } = useTranslation("sign");
  const language = useLanguage();
  const limitText = useLimitText();
  const { data, isError, refetch } = useQuery(timeQuery);
  const away = () => {
    closePopup();
    closeSign();
  };
  const done = data ? doneOf(item, data) : 0;
  const shown = (n: number) =>
    item.limitationType === LIMIT.obtained ? formatCents(Math.round(n * 100), language) : formatCount(n, language);
  return (
    <Dialog title={t("required")} size="s" onClose={closePopup}>
      <p className={s.text}>{limitText(item)}</p>
      {isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <div className={s.progress}>
          <progress value={Math.min(done, item.limitationTime)} max={item.limitationTime} aria-label={t("today")} />
          <span className="num">
            {t("today")} {shown(done)} / {shown(item.limitationTime)}
          </span>
        </div>
      )}
      <DialogActions>
        {(WAYS[item.limitationType] ?? []).map((way, n) => (
          <ButtonLink key={way} kind={n === 0 ? "primary" : "ghost"} to={PLACES[way]()} onClick={away}>
            {t(`way.${way}`)}
          </ButtonLink>
        ))}
      </DialogActions>
    </Dialog>
  );
}

/** What a claim has brought. */
function Rewards({ given }: { given: readonly SignGiven[] }) {
  const { t } = useTranslation("sign");
  const items = useItems();
  const text = useRewardText();
  const away = () => {
    closePopup();
    closeSign();
  };
  const won = given.find(({ resultId }) => resultId !== "");
  const hasVoucher = given.some(
    ({ activityHandlerCondition: { hours, activityRewardType: kind } }) =>
      hours > 0 || kind === "armyCompetitionCard" || kind === "resetOpenBox",
  );
  return (
    <Dialog title={t("rewards")} size="s" onClose={closePopup}>
      <ul className={s.rewards}>
        {given.map((one) => {
          const item = one.resultId === "" ? undefined : items(one.def);
          return (
            <li key={`${one.activityType}-${one.activityHandlerCondition.conditionNum}`}>
              {item ? (
                <ItemCard item={item} cents={Math.round(one.price * 100)} className={s.won} />
              ) : (
                <RewardArt item={one.activityHandlerCondition} size={88} />
              )}
              <b>{text(one.activityHandlerCondition)}</b>
            </li>
          );
        })}
      </ul>
      <DialogActions>
        {won && (
          <ButtonLink to={paths.verify(won.resultId)} onClick={away}>
            {t("proof")}
          </ButtonLink>
        )}
        {won && (
          <ButtonLink to={paths.backpack()} onClick={away}>
            {t("way.bag")}
          </ButtonLink>
        )}
        {hasVoucher && (
          <ButtonLink to={paths.cards()} onClick={away}>
            {t("way.cards")}
          </ButtonLink>
        )}
        <Button kind="primary" onClick={closePopup}>
          {t("ok")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
