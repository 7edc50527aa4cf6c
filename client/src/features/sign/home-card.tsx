/** The sign-in on the first page, beside the banner: seven days in a row, and the claim of today. */
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { errorText } from "../../state/problem.ts";
import { openSign } from "../../state/sign.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { infoQuery, type SignInfo } from "./api.ts";
import { dayState, isOpen, listOf, nextDay } from "./board.ts";
import s from "./home-card.module.css";
import { RewardArt, useAmount } from "./reward.tsx";
import { useClaim } from "./use-claim.ts";

export function SignCard() {
  const { t } = useTranslation("sign");
  const { data, error } = useQuery(infoQuery(useLanguage()));
  const { pick, isBusy } = useClaim(data);
  const next = data && nextDay(data);
  return (
    <section className={s.card} data-part="sign-tile">
      <header>
        <h2>{t("short")}</h2>
        <p>{data ? isOpen(data) ? <Place info={data} /> : t("closed") : error && errorText(error)}</p>
      </header>
      {data && isOpen(data) && (
        <>
          <Days info={data} />
          <Button
            kind={next ? "primary" : "ghost"}
            busy={next !== undefined && isBusy("every", next)}
            onClick={() => (next ? pick("every", next) : openSign("board"))}
          >
            {t(next ? "claim" : "board")}
          </Button>
        </>
      )}
    </section>
  );
}

/** "Day 5 of 7"; a phone has no room for seven days, and says what today brings. */
function Place({ info }: { info: SignInfo }) {
  const { t } = useTranslation("sign");
  const amount = useAmount();
  const days = listOf(info, "every");
  const next = nextDay(info);
  const day = Math.min(next?.conditionNum ?? info.count, days.length);
  return (
    <>
      <span className={s.place}>{t("ofDays", { day, days: days.length })}</span>
      {next && <b className={s.reward}>{amount(next)}</b>}
    </>
  );
}

function Days({ info }: { info: SignInfo }) {
  const { t } = useTranslation("sign");
  const amount = useAmount();
  return (
    <button type="button" className={s.days} aria-haspopup="dialog" onClick={() => openSign("board")}>
      <span className="sr">{t("board")}</span>
      {listOf(info, "every").map((item) => {
        const state = dayState(info, item.conditionNum);
        return (
          <span key={item.conditionNum} className={cx(s.day, s[state])}>
            {state === "claimed" ? <Check size={14} aria-hidden /> : <RewardArt item={item} size={16} />}
            <b className="num">{state === "ready" ? amount(item) : item.conditionNum}</b>
          </span>
        );
      })}
    </button>
  );
}
