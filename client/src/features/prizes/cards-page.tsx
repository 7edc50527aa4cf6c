import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BarChart3, Percent, RotateCcw, Swords } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { serverNow } from "../../net/clock.ts";
import { paths } from "../../routes/paths.ts";
import { activityTimeQuery } from "../../state/activity.ts";
import { useIntent } from "../../state/intent.ts";
import { openOverlay } from "../../state/overlay.ts";
import { reportError } from "../../state/problem.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatCents } from "../../ui/number.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast.ts";
import s from "./cards.module.css";
import { CARDS_PAGE, type CardKind, type CardRecord, cardsQuery, playCard, resetQuery } from "./cards-api.ts";
import { PrizeList } from "./prize-list.tsx";
import { remaining } from "./remaining.ts";

const ICONS = {
  OpenBox: Percent,
  TrendChart: BarChart3,
  armyCompetitionCard: Swords,
  resetOpenBox: RotateCcw,
} as const;
const isKind = (name: string): name is CardKind => name in ICONS;
const STATES = ["held", "all"] as const;

/** /user/cards: what the player holds, what is in force, and the use of each. */
export function CardsPage() {
  const { t } = useTranslation("prizes");
  const cache = useQueryClient();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<"held" | "all">("held");
  const [chosen, setChosen] = useState<CardRecord | null>(null);
  const query = useQuery(cardsQuery(page, state));
  const time = useQuery(activityTimeQuery).data;
  const over = () => void cache.invalidateQueries({ queryKey: activityTimeQuery.queryKey });
  return (
    <div className={s.page}>
      <PageHead title={t("cards.title")} lead={t("cards.lead")} inner>
        <Button aria-haspopup="dialog" onClick={() => openOverlay("chart")}>
          <BarChart3 size={16} aria-hidden />
          {t("chart.open")}
        </Button>
      </PageHead>
      {time && time.endsAtMs > 0 && (
        <Countdown title={t("cards.discount", { percent: time.discount })} endsAtMs={time.endsAtMs} onEnd={over} />
      )}
      {time && time.chartEndsAtMs > 0 && (
        <Countdown title={t("cards.chart")} endsAtMs={time.chartEndsAtMs} onEnd={over} />
      )}
      <Tabs
        label={t("cards.filter")}
        choices={STATES.map((value) => ({ value, label: t(`cards.${value}`) }))}
        value={state}
        onChange={(next) => {
          setState(next);
          setPage(1);
        }}
      />
      <PrizeList query={query} className={s.cards} place={{ count: 4, className: s.place }} empty={t("cards.empty")}>
        {(card) => <CardRow key={card.id} card={card} onUse={() => setChosen(card)} />}
      </PrizeList>
      <Pager page={page} pages={Math.ceil((query.data?.total ?? 0) / CARDS_PAGE)} onPage={setPage} />
      {chosen && <UseDialog card={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

function useCardText(): (card: CardRecord) => { name: string; text: string } {
  const { t } = useTranslation("prizes");
  const language = useLanguage();
  return (card) => {
    if (!isKind(card.rewardTypeEnum)) return { name: card.rewardTypeEnum, text: "" };
    const { percent, hours, worthCents } = card;
    return {
      name: t(`kind.${card.rewardTypeEnum}.name`),
      text: t(`kind.${card.rewardTypeEnum}.text`, { percent, hours, worth: formatCents(worthCents, language) }),
    };
  };
}

function CardRow({ card, onUse }: { card: CardRecord; onUse: () => void }) {
  const { t } = useTranslation("prizes");
  const { name, text } = useCardText()(card);
  const Icon = isKind(card.rewardTypeEnum) ? ICONS[card.rewardTypeEnum] : Percent;
  const held = card.state === "held";
  const left = remaining(card.expiresAtMs - serverNow());
  return (
    <li className={s.card} data-state={card.state} data-kind={card.rewardTypeEnum}>
      <Icon size={28} aria-hidden />
      <div>
        <h2>{name}</h2>
        <p>{text}</p>
        <small>
          {t("cards.expires")} <Moment ms={card.expiresAtMs} />
          {held && ` · ${t(`cards.${left.unit}`, { count: left.count })}`}
        </small>
      </div>
      {!held ? (
        <Tag kind="plain">{t(card.state === "used" ? "cards.used" : "cards.expired")}</Tag>
      ) : card.rewardTypeEnum === "armyCompetitionCard" ? (
        <ButtonLink size="s" kind="primary" to={paths.battleLobby()}>
          {t("cards.toBattle")}
        </ButtonLink>
      ) : (
        <Button size="s" kind="primary" aria-label={`${t("cards.use")}: ${name}`} onClick={onUse}>
          {t("cards.use")}
        </Button>
      )}
    </li>
  );
}

function UseDialog({ card, onClose }: { card: CardRecord; onClose: () => void }) {
  const { t } = useTranslation("prizes");
  const cache = useQueryClient();
  const intent = useIntent();
  const [busy, setBusy] = useState(false);
  const [task, setTask] = useState("");
  const { name, text } = useCardText()(card);
  const resets = card.rewardTypeEnum === "resetOpenBox";
  const open = useQuery({ ...resetQuery(useLanguage()), enabled: resets }).data;
  const start = async () => {
    setBusy(true);
    const target = resets ? task : "";
    try {
      await intent.run({ card: card.id, target }, (key) => playCard(card.id, target, key));
      toast(t("cards.done"), "ok");
      onClose();
    } catch (error) {
      reportError(error);
      setBusy(false);
    } finally {
      void cache.invalidateQueries({ queryKey: ["mine"] });
    }
  };
  return (
    <Dialog title={t("cards.confirm", { name })} onClose={onClose} size="s">
      <p>{text}</p>
      {resets &&
        (open?.length === 0 ? (
          <p role="status">{t("cards.nothing")}</p>
        ) : (
          <Tabs
            label={t("cards.target")}
            choices={(open ?? []).map(({ target, wish, name: box }) => ({
              value: target,
              label: wish ? t(`cards.task.${wish}`) : box,
            }))}
            value={task}
            onChange={setTask}
          />
        ))}
      <DialogActions>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button kind="primary" busy={busy} disabled={resets && task === ""} onClick={() => void start()}>
          {t("cards.use")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
