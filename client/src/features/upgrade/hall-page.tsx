import { useQuery } from "@tanstack/react-query";
import { BookOpen, History, Trophy } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { upgradeItemsMax } from "../../fairness/upgrade-rate.ts";
import { loadTexts } from "../../i18n/setup.ts";
import { paths } from "../../routes/paths.ts";
import { requireLogin, useSession } from "../../state/session.ts";
import { useWallet } from "../../state/wallet.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { GameRow } from "../../ui/game-row.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type OwnItem, ownItemsQuery, ruleQuery } from "./api.ts";
import { type Choice, EMPTY, kept, mostOf, rateOf, stakeOf, toggled } from "./choice.ts";
import s from "./hall.module.css";
import { OwnItems } from "./own-items.tsx";
import { ResultDialog } from "./result-dialog.tsx";
import { Table } from "./table.tsx";
import { Targets } from "./targets.tsx";
import { useQuote } from "./use-quote.ts";
import { useUpgrade } from "./use-upgrade.ts";

const HistoryDialog = lazy(async () => {
  const [{ HistoryDialog: component }] = await Promise.all([import("./history-dialog.tsx"), loadTexts("account")]);
  return { default: component };
});

/** Below everything that a player comes for, and nothing stands below it. */
const LiveList = lazy(async () => ({ default: (await import("./live-list.tsx")).LiveList }));

/** Upgrade hall: own items and gems on one side, a target on the other, a wheel between them. */
export function UpgradeHall() {
  const { t } = useTranslation(["upgrade", "shell"]);
  const token = useSession((session) => session.token);
  const { data: rule } = useQuery(ruleQuery);
  const gems = useWallet((wallet) => wallet.gemsCents);
  const own = useQuery({ ...ownItemsQuery, enabled: token !== "" });
  const [choice, setChoice] = useState<Choice>(EMPTY);
  const [looking, setLooking] = useState(false);
  const upgrade = useUpgrade();
  const { quote, last } = useQuote(choice);
  const rate = useMemo(() => rateOf(choice, quote), [choice, quote]);
  const items = useMemo(
    () => own.data && [...own.data.records].sort((a, b) => b.valueCents - a.valueCents),
    [own.data],
  );
  const busy = upgrade.phase === "waiting" || upgrade.phase === "spinning";
  const change = (part: Partial<Choice>) => {
    if (!busy) setChoice((now) => ({ ...now, ...part }));
  };

  useEffect(() => {
    // What went into an upgrade has left the backpack, and so the table.
    if (items && !busy) setChoice((now) => ({ ...now, items: kept(now.items, items) }));
  }, [items, busy]);

  useEffect(() => {
    // Gems that were spent elsewhere are not to be put in any more.
    if (!busy) setChoice((now) => (now.gemsCents > gems ? { ...now, gemsCents: mostOf(gems) } : now));
  }, [gems, busy]);

  const start = () => {
    const { target } = choice;
    if (!target || rate.verdict !== "ok") return;
    const body = {
      items: choice.items.map(({ id }) => id),
      gemsCents: choice.gemsCents,
      target: target.id,
      targetCents: rate.targetCents,
      rateE8: rate.rateE8,
      startE8: choice.startBp * 10_000,
    };
    void upgrade.start(body, stakeOf(choice));
  };
  const close = () => {
    upgrade.close();
    setChoice((now) => ({ ...now, items: [], gemsCents: 0 }));
  };
  const toggle = (item: OwnItem) => change({ items: toggled(choice.items, item) });

  return (
    <>
      <GameRow
        back={{ to: paths.home(), label: t("shell:title.home") }}
        title={t("title")}
        tags={busy && <Tag kind="jade">{t("table.spinning")}</Tag>}
        tools={
          <>
            <ButtonLink size="s" to={paths.upgradeRank()} aria-label={t("rank")}>
              <Trophy size={16} aria-hidden />
              <span>{t("rank")}</span>
            </ButtonLink>
            <ButtonLink size="s" to={paths.upgradeReplay()} aria-label={t("story.link")}>
              <BookOpen size={16} aria-hidden />
              <span>{t("story.link")}</span>
            </ButtonLink>
            <Button
              size="s"
              aria-label={t("history")}
              aria-haspopup="dialog"
              onClick={() => setLooking(requireLogin())}
            >
              <History size={16} aria-hidden />
              <span>{t("history")}</span>
            </Button>
          </>
        }
      />
      <div className={s.page}>
        <Table
          choice={choice}
          rate={rate}
          fee={rule}
          phase={upgrade.phase}
          round={upgrade.round}
          mine={
            <Panel id="upgrade-mine" title={t("mine.title", { chosen: choice.items.length, most: upgradeItemsMax })}>
              <OwnItems
                items={items}
                failed={own.isError}
                onRetry={() => void own.refetch()}
                chosen={new Set(choice.items.map(({ id }) => id))}
                onToggle={toggle}
                disabled={busy}
              />
            </Panel>
          }
          targets={
            <Panel id="upgrade-target" title={t("target.title")}>
              <Targets
                quote={last}
                chosen={choice.target?.id}
                onChoose={({ id, priceCents }) => change({ target: { id, priceCents } })}
                disabled={busy}
              />
            </Panel>
          }
          onChange={change}
          onStart={start}
          onShown={upgrade.shown}
        />
        <p className={s.note}>{t("intro")}</p>
        <section className={s.live} aria-labelledby="upgrade-live">
          <h2 id="upgrade-live">{t("live.title")}</h2>
          <Suspense>
            <LiveList />
          </Suspense>
        </section>
        {looking && token !== "" && (
          <Suspense>
            <HistoryDialog onClose={() => setLooking(false)} />
          </Suspense>
        )}
        {upgrade.phase === "settled" && upgrade.round && <ResultDialog round={upgrade.round} onClose={close} />}
      </div>
    </>
  );
}
