/** The row of seven days on the first page, beside the banner. */
import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Check } from "lucide-react";
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
    <section className={s.card}>
      <header>
        <div>
          <h2>
            <CalendarDays size={16} aria-hidden />
            {t("title")}
          </h2>
          <p>{data ? (isOpen(data) ? t("streak", { count: data.count }) : t("closed")) : error && errorText(error)}</p>
        </div>
        {data && isOpen(data) && (
          <Button
            size="s"
            kind={next ? "primary" : "ghost"}
            busy={next !== undefined && isBusy("every", next)}
            onClick={() => (next ? pick("every", next) : openSign("board"))}
          >
            {t(next ? "claim" : "board")}
          </Button>
        )}
      </header>
      {data && isOpen(data) && <Days info={data} />}
    </section>
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
            <small>{t("short", { day: item.conditionNum })}</small>
            {state === "claimed" ? <Check size={16} aria-hidden /> : <RewardArt item={item} size={20} />}
            {state !== "claimed" && <b className="num">{amount(item)}</b>}
          </span>
        );
      })}
    </button>
  );
}
