import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { useItems } from "../../state/catalog.ts";
import { useIntent } from "../../state/intent.ts";
import { patchWallet } from "../../state/wallet.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.ts";
import { EXCHANGE_PAGE, type ExchangeItem, exchange, exchangeQuery } from "./api.ts";
import { Fragments } from "./fragments.tsx";
import { PrizeList } from "./prize-list.tsx";
import s from "./prizes.module.css";
import { useConfirmed } from "./use-confirmed.ts";

/** /user/exchange: what fragments are exchanged for, the cheapest first. */
export function ExchangePage() {
  const { t } = useTranslation("prizes");
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<"all" | "mine">("all");
  const [chosen, setChosen] = useState<ExchangeItem | null>(null);
  const mine = useQuery(exchangeQuery(1, 0)).data?.fragments;
  // With nothing in hand the filter asks for what costs one fragment at most: 0 would mean everything.
  const query = useQuery(exchangeQuery(page, shown === "mine" ? Math.max(mine ?? 0, 1) : 0));
  return (
    <div className={s.page}>
      <PageHead title={t("exchange.title")} lead={t("exchange.lead")} inner>
        <p className={s.mine}>
          {t("exchange.mine")} {mine === undefined ? "–" : <Fragments count={mine} />}
        </p>
      </PageHead>
      <div className={s.tools}>
        <Tabs
          label={t("exchange.filter")}
          choices={[
            { value: "all", label: t("exchange.all") },
            { value: "mine", label: t("exchange.affordable") },
          ]}
          value={shown}
          onChange={(next) => {
            setShown(next);
            setPage(1);
          }}
        />
        <ButtonLink to={paths.exchangeRecords()}>
          <History size={16} aria-hidden />
          {t("exchange.records")}
        </ButtonLink>
      </div>
      <PrizeList
        query={query}
        className={s.goods}
        place={{ count: 12, className: s.place }}
        empty={t("exchange.empty")}
      >
        {(item) => <Good key={item.def} item={item} mine={mine ?? 0} onChoose={() => setChosen(item)} />}
      </PrizeList>
      <Pager page={page} pages={Math.ceil((query.data?.total ?? 0) / EXCHANGE_PAGE)} onPage={setPage} />
      {chosen && <Confirm item={chosen} mine={mine ?? 0} onClose={() => setChosen(null)} />}
    </div>
  );
}

function Good({ item, mine, onChoose }: { item: ExchangeItem; mine: number; onChoose: () => void }) {
  const { t } = useTranslation("prizes");
  const look = useItems()(item.def);
  if (!look) return null;
  const enough = mine >= item.debrisPrice;
  return (
    <li>
      <ItemCard item={look} cents={item.priceCents} className={s.good}>
        <Button size="s" kind={enough ? "primary" : "ghost"} disabled={!enough} onClick={onChoose}>
          <Fragments count={item.debrisPrice} />
          <span className="sr">{t("exchange.for", { name: `${look.brand} | ${look.name}` })}</span>
        </Button>
      </ItemCard>
    </li>
  );
}

function Confirm({ item, mine, onClose }: { item: ExchangeItem; mine: number; onClose: () => void }) {
  const { t } = useTranslation("prizes");
  const intent = useIntent();
  const { busy, run } = useConfirmed(onClose);
  const look = useItems()(item.def);
  const start = () =>
    run(async () => {
      const body = { def: item.def, debrisPrice: item.debrisPrice };
      const { bagCount } = await intent.run(body, (key) => exchange(body, key));
      patchWallet({ bagCount });
      toast(t("exchange.done"), "ok");
    });
  return (
    <Dialog title={t("exchange.confirm")} onClose={onClose} size="s">
      <div className={s.confirm}>
        {look && <ItemCard item={look} cents={item.priceCents} eager className={s.chosen} />}
        <dl>
          <div>
            <dt>{t("exchange.price")}</dt>
            <dd>
              <Fragments count={item.debrisPrice} />
            </dd>
          </div>
          <div>
            <dt>{t("exchange.left")}</dt>
            <dd>
              <Fragments count={mine - item.debrisPrice} />
            </dd>
          </div>
        </dl>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button kind="primary" busy={busy} onClick={() => void start()}>
          {t("exchange.action")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
