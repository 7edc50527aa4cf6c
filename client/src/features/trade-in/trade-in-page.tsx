import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, History } from "lucide-react";
import { type ComponentProps, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useCatalog, useItems, viewItem } from "../../state/catalog.ts";
import { isOutcomeUnknown, useIntent } from "../../state/intent.ts";
import { useOpenBoxes } from "../../state/open-boxes.ts";
import { reportError } from "../../state/problem.ts";
import { patchWallet, useWallet } from "../../state/wallet.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Good, Goods, OwnGoods } from "../../ui/goods.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { formatCents } from "../../ui/number.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Price } from "../../ui/price.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Slider } from "../../ui/slider.tsx";
import { sound } from "../../ui/sound.ts";
import { mallPriceQuery, type OwnItem, ownItemsQuery, type Trade, trade } from "./api.ts";
import { costOf, EMPTY, limitOf, type Offer, refundOf, stateOf, totalOf } from "./offer.ts";
import s from "./trade-in.module.css";

const SHOWN = 60;
const GEM = 100;
const ITEMS_MAX = 50;

/** /page/replaceSkins: own items (and gems) for one other item, certainly; what is over comes back as gems. */
export function TradeIn() {
  const { t } = useTranslation("trade-in");
  const language = useLanguage();
  const cache = useQueryClient();
  const intent = useIntent();
  const gems = useWallet((wallet) => wallet.gemsCents);
  const own = useQuery(ownItemsQuery);
  const [chosen, setOffer] = useState<Offer>(EMPTY);
  const withGems = chosen.gemsCents > 0 && chosen.target !== null;
  const mall = useQuery({ ...mallPriceQuery(chosen.target?.id ?? 0), enabled: withGems });
  const offer: Offer = { ...chosen, mallCents: withGems ? mall.data : undefined };
  const [busy, setBusy] = useState(false);
  const [doubt, setDoubt] = useState<Trade | null>(null);
  const [got, setGot] = useState<{ def: number; cents: number; refundCents: number } | null>(null);
  const items = useMemo(
    () => own.data && [...own.data.records].sort((a, b) => b.valueCents - a.valueCents),
    [own.data],
  );
  const state = stateOf(offer);
  const most = Math.floor(gems / GEM) * GEM;

  useEffect(() => {
    if (!items) return;
    const ids = new Set(items.map(({ id }) => id));
    setOffer((now) => {
      const left = now.items.filter(({ id }) => ids.has(id));
      return left.length === now.items.length ? now : { ...now, items: left };
    });
  }, [items]);

  useEffect(() => {
    // Gems that were spent elsewhere are not to be given any more.
    if (!busy) setOffer((now) => (now.gemsCents > most ? { ...now, gemsCents: most } : now));
  }, [most, busy]);

  const toggle = (item: OwnItem) =>
    setOffer((now) => {
      const without = now.items.filter(({ id }) => id !== item.id);
      if (without.length < now.items.length) return { ...now, items: without };
      return now.items.length < ITEMS_MAX ? { ...now, items: [...now.items, item] } : now;
    });

  const send = async (body: Trade) => {
    setBusy(true);
    setDoubt(null);
    try {
      const done = await intent.run(body, (key) => trade(body, key));
      patchWallet({ gemsCents: done.balanceCents, bagCount: done.bagCount });
      sound.coin();
      setGot({ def: done.target, cents: done.targetCents, refundCents: done.refundCents });
      setOffer(EMPTY);
    } catch (error) {
      if (isOutcomeUnknown(error)) setDoubt(body);
      reportError(error);
      void cache.invalidateQueries({ queryKey: mallPriceQuery(body.target).queryKey });
    } finally {
      setBusy(false);
      void cache.invalidateQueries({ queryKey: ["mine"] });
    }
  };
  const start = () => {
    const { target } = offer;
    if (busy || !target || state !== "ok") return;
    void send({
      items: offer.items.map(({ id }) => id),
      gemsCents: offer.gemsCents,
      target: target.id,
      targetCents: target.priceCents,
      ...(offer.gemsCents > 0 && offer.mallCents ? { priceCents: offer.mallCents } : {}),
    });
  };

  const settled = doubt !== null && items !== undefined && !doubt.items.every((id) => items.some((it) => it.id === id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each doubt
  useEffect(() => {
    // The answer was lost and the items are gone: the same key asks what became of them.
    if (settled && doubt && !busy) void send(doubt);
  }, [settled]);

  return (
    <div className={s.page}>
      <PageHead title={t("title")} lead={t("intro")}>
        <ButtonLink to={paths.tradeRecords()}>
          <History size={16} aria-hidden />
          {t("history")}
        </ButtonLink>
      </PageHead>
      <div className={s.exchange}>
        <Panel id="trade-mine" title={t("mine", { chosen: offer.items.length })}>
          <Mine
            items={items}
            failed={own.isError}
            onRetry={() => void own.refetch()}
            chosen={new Set(offer.items.map(({ id }) => id))}
            onToggle={toggle}
            disabled={busy}
          />
        </Panel>
        <Panel id="trade-target" title={t("target")}>
          <Targets
            limitCents={offer.items.length > 0 ? limitOf(offer) : 0}
            chosen={offer.target?.id}
            disabled={busy}
            onChoose={(id, priceCents) => setOffer((now) => ({ ...now, target: { id, priceCents } }))}
          />
        </Panel>
      </div>
      <Card className={s.bar}>
        <Slider
          label={t("gems")}
          shown={formatCents(offer.gemsCents, language)}
          min={0}
          max={most}
          step={GEM}
          value={Math.min(offer.gemsCents, most)}
          disabled={busy || most === 0}
          onChange={(gemsCents) => setOffer((now) => ({ ...now, gemsCents }))}
        />
        <dl className={s.sums}>
          <div>
            <dt>{t("give")}</dt>
            <dd>
              <Price cents={totalOf(offer)} />
            </dd>
          </div>
          <ArrowRight size={18} aria-hidden />
          <div>
            <dt>{t("get")}</dt>
            <dd>
              <Price cents={offer.target?.priceCents ?? 0} />
            </dd>
          </div>
          <div>
            <dt>{t("refund")}</dt>
            <dd>
              <Price cents={refundOf(offer)} />
            </dd>
          </div>
        </dl>
        <div className={s.go}>
          <p role="status">
            {t(`state.${state === "ok" && offer.gemsCents > 0 ? "bought" : state}`, {
              limit: formatCents(limitOf(offer), language),
              cost: formatCents(costOf(offer), language),
            })}
          </p>
          {state === "price" && mall.isError && <Button onClick={() => void mall.refetch()}>{t("again")}</Button>}
          <Button kind="primary" size="l" busy={busy} disabled={state !== "ok"} onClick={start}>
            {t("action")}
          </Button>
        </div>
      </Card>
      {got && <Got {...got} onClose={() => setGot(null)} />}
    </div>
  );
}

type MineProps = Omit<ComponentProps<typeof OwnGoods<OwnItem>>, "look" | "empty" | "onOpenBoxes" | "className">;

function Mine(goods: MineProps) {
  const { t } = useTranslation("trade-in");
  const look = useItems();
  const openBoxes = useOpenBoxes();
  return <OwnGoods {...goods} look={look} empty={t("empty")} onOpenBoxes={openBoxes} className={s.goods} />;
}

interface TargetsProps {
  limitCents: number;
  chosen: number | undefined;
  disabled: boolean;
  onChoose: (id: number, priceCents: number) => void;
}

/** The dearest first, up to what the offer allows; without an offer, everything. */
function Targets({ limitCents, chosen, disabled, onChoose }: TargetsProps) {
  const { t } = useTranslation("trade-in");
  const language = useLanguage();
  const catalog = useCatalog((state) => state.items);
  const [search, setSearch] = useState("");
  const found = useMemo(() => {
    const words = search.trim().toLowerCase();
    return [...catalog.values()]
      .map((item) => viewItem(item, language))
      .filter(({ priceCents }) => limitCents <= 0 || priceCents <= limitCents)
      .filter(({ brand, name }) => `${brand} ${name}`.toLowerCase().includes(words))
      .sort((a, b) => b.priceCents - a.priceCents);
  }, [catalog, language, limitCents, search]);
  return (
    <>
      <SearchField label={t("search")} value={search} onChange={setSearch} className={s.search} />
      {found.length === 0 ? (
        <Empty text={t("none")} />
      ) : (
        <Goods className={s.goods}>
          {found.slice(0, SHOWN).map((item) => (
            <Good
              key={item.id}
              item={item}
              cents={item.priceCents}
              chosen={item.id === chosen}
              disabled={disabled}
              onChoose={() => onChoose(item.id, item.priceCents)}
            />
          ))}
        </Goods>
      )}
    </>
  );
}

function Got({
  def,
  cents,
  refundCents,
  onClose,
}: {
  def: number;
  cents: number;
  refundCents: number;
  onClose: () => void;
}) {
  const { t } = useTranslation("trade-in");
  const language = useLanguage();
  const item = useItems()(def);
  return (
    <Dialog title={t("done.title")} onClose={onClose} size="s">
      <div className={s.got}>
        {item && <ItemCard item={item} cents={cents} eager />}
        <p>{t("done.text", { refund: formatCents(refundCents, language) })}</p>
      </div>
      <DialogActions>
        <ButtonLink to={paths.backpack()}>{t("done.bag")}</ButtonLink>
        <Button kind="primary" onClick={onClose}>
          {t("done.again")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
