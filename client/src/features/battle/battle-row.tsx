/** One battle of the lobby: who sits, what is opened, what it costs, and the way in. */

import { Bot, Eye, Plus, Swords, Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { BattleSummary } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { BoxArt } from "../../ui/art.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Price } from "../../ui/price.tsx";
import { Tag } from "../../ui/tag.tsx";
import s from "./battle-row.module.css";
import type { BoxView } from "./boxes.ts";
import { PrivateTag } from "./private-tag.tsx";
import { freeSeats, isFree, seatOf, seatsOf } from "./seats.ts";

const BOXES_SHOWN = 6;

interface BattleRowProps {
  readonly summary: BattleSummary;
  readonly boxOf: (id: number) => BoxView | undefined;
  readonly me: string | undefined;
}

export function BattleRow({ summary, boxOf, me }: BattleRowProps) {
  const { t } = useTranslation("battle");
  const running = summary.status === "running";
  return (
    <li className={cx(s.row, s[summary.status])}>
      <div className={s.facts}>
        <div className={s.tags}>
          <Tag kind={running || summary.status === "countdown" ? "jade" : "plain"}>{t(`status.${summary.status}`)}</Tag>
          <Tag>{t(`mode.${summary.mode}`)}</Tag>
          {summary.private && <PrivateTag />}
        </div>
        <div className={s.rounds}>
          {running
            ? t("row.round", { n: Math.min(summary.round + 1, summary.boxes.length), m: summary.boxes.length })
            : t("row.rounds", { count: summary.boxes.length })}
        </div>
      </div>
      <ul className={cx(s.seats, summary.mode === "teams" && s.teams)}>
        {seatsOf(summary).map((seat) => (
          <li key={seat.seat} className={isFree(seat) ? s.free : undefined}>
            {isFree(seat) ? (
              <>
                <Plus size={16} aria-hidden />
                <span className="sr">{t("row.free")}</span>
              </>
            ) : (
              <>
                <Avatar src={seat.avatar} size={40} frame={seat.frame} />
                {seat.bot && <Bot className={s.bot} size={14} aria-hidden />}
                <span className="sr">{seat.name}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      <BoxPictures boxes={summary.boxes} boxOf={boxOf} />
      <div className={s.entry}>
        <small>{t("row.entry")}</small>
        <Price cents={summary.entryCents} />
      </div>
      <Way summary={summary} mine={seatOf(summary, me) >= 0} />
    </li>
  );
}

function BoxPictures({ boxes, boxOf }: { boxes: readonly number[]; boxOf: BattleRowProps["boxOf"] }) {
  const { t } = useTranslation("battle");
  const counts = new Map<number, number>();
  for (const id of boxes) counts.set(id, (counts.get(id) ?? 0) + 1);
  const kinds = [...counts];
  return (
    <ul className={s.boxes}>
      {kinds.slice(0, BOXES_SHOWN).map(([id, count]) => {
        const box = boxOf(id);
        return (
          <li key={id} title={box?.name}>
            {box && <BoxArt image={box.image} alt={box.name} sizes="64px" />}
            {count > 1 && <b className="num">×{count}</b>}
          </li>
        );
      })}
      {kinds.length > BOXES_SHOWN && <li className={s.more}>{t("row.more", { n: kinds.length - BOXES_SHOWN })}</li>}
    </ul>
  );
}

function Way({ summary, mine }: { summary: BattleSummary; mine: boolean }) {
  const { t } = useTranslation("battle");
  const to = paths.battle(summary.id);
  if (mine && summary.status !== "finished" && summary.status !== "void") {
    return (
      <ButtonLink to={to} kind="primary" className={s.way}>
        <Swords size={16} aria-hidden />
        {t("row.enter")}
      </ButtonLink>
    );
  }
  if (summary.status === "waiting" && freeSeats(summary) > 0) {
    return (
      <ButtonLink to={to} kind="primary" className={s.way}>
        <Swords size={16} aria-hidden />
        {t("row.join")}
      </ButtonLink>
    );
  }
  const over = summary.status === "finished" || summary.status === "void";
  return (
    <ButtonLink to={to} className={s.way}>
      {over ? <Trophy size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
      {t(over ? "row.replay" : "row.watch")}
    </ButtonLink>
  );
}
