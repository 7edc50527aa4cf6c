import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BarChart3, Percent } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { serverNow } from "../../net/clock.ts";
import { paths } from "../../routes/paths.ts";
import { activityTimeQuery } from "../../state/activity.ts";
import { useIntent } from "../../state/intent.ts";
import { openOverlay } from "../../state/overlay.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatCents } from "../../ui/number.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { VOUCHER_ICONS } from "../../ui/prize-icon.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast.ts";
import { PrizeList } from "./prize-list.tsx";
import { remaining } from "./remaining.ts";
import { useConfirmed } from "./use-confirmed.ts";
import s from "./vouchers.module.css";
import {
  playVoucher,
  resetQuery,
  VOUCHERS_PAGE,
  type Voucher,
  type VoucherKind,
  vouchersQuery,
} from "./vouchers-api.ts";

const isKind = (name: string): name is VoucherKind => name in VOUCHER_ICONS;
const STATES = ["held", "all"] as const;

/** /user/cards: what the player holds, what is in force, and the use of each. */
export function VouchersPage() {
  const { t } = useTranslation("prizes");
  const cache = useQueryClient();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<"held" | "all">("held");
  const [chosen, setChosen] = useState<Voucher | null>(null);
  const query = useQuery(vouchersQuery(page, state));
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
        {(voucher) => <VoucherRow key={voucher.id} voucher={voucher} onUse={() => setChosen(voucher)} />}
      </PrizeList>
      <Pager page={page} pages={Math.ceil((query.data?.total ?? 0) / VOUCHERS_PAGE)} onPage={setPage} />
      {chosen && <UseDialog voucher={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

function useVoucherText(): (voucher: Voucher) => { name: string; text: string } {
  const { t } = useTranslation("prizes");
  const language = useLanguage();
  return (voucher) => {
    if (!isKind(voucher.rewardTypeEnum)) return { name: voucher.rewardTypeEnum, text: "" };
    const { percent, hours, worthCents } = voucher;
    return {
      name: t(`kind.${voucher.rewardTypeEnum}.name`),
      text: t(`kind.${voucher.rewardTypeEnum}.text`, { percent, hours, worth: formatCents(worthCents, language) }),
    };
  };
}

function VoucherRow({ voucher, onUse }: { voucher: Voucher; onUse: () => void }) {
  const { t } = useTranslation("prizes");
  const { name, text } = useVoucherText()(voucher);
  const Icon = isKind(voucher.rewardTypeEnum) ? VOUCHER_ICONS[voucher.rewardTypeEnum] : Percent;
  const held = voucher.state === "held";
  const left = remaining(voucher.expiresAtMs - serverNow());
  return (
    <li className={s.card} data-state={voucher.state} data-kind={voucher.rewardTypeEnum}>
      <Icon size={28} aria-hidden />
      <div>
        <h2>{name}</h2>
        <p>{text}</p>
        <small>
          {t("cards.expires")} <Moment ms={voucher.expiresAtMs} />
          {held && ` · ${t(`cards.${left.unit}`, { count: left.count })}`}
        </small>
      </div>
      {!held ? (
        <Tag kind="plain">{t(voucher.state === "used" ? "cards.used" : "cards.expired")}</Tag>
      ) : voucher.rewardTypeEnum === "armyCompetitionCard" ? (
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

function UseDialog({ voucher, onClose }: { voucher: Voucher; onClose: () => void }) {
  const { t } = useTranslation("prizes");
  const intent = useIntent();
  const { busy, run } = useConfirmed(onClose);
  const [task, setTask] = useState("");
  const { name, text } = useVoucherText()(voucher);
  const resets = voucher.rewardTypeEnum === "resetOpenBox";
  const open = useQuery({ ...resetQuery(useLanguage()), enabled: resets }).data;
  const start = () =>
    run(async () => {
      const target = resets ? task : "";
      await intent.run({ card: voucher.id, target }, (key) => playVoucher(voucher.id, target, key));
      toast(t("cards.done"), "ok");
    });
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
