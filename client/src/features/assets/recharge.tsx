/** Buying gems: how, how many, what it costs and what comes on top, before anything is paid. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { formatAmount, formatCents, parseCents } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { type PayWay, payKeys, payOrder, payQuote, payRate, payWays, type Quote, type Reply } from "./api.ts";
import s from "./assets.module.css";
import { typed } from "./typed.ts";
import { bonusOf, IN_WINDOW, safeAddress, tierOf, waysFor } from "./ways.ts";

const Checkout = lazy(async () => ({ default: (await import("./checkout.tsx")).Checkout }));

const NAMES = { 1: "way.1", 2: "way.2", 3: "way.3", 4: "way.4", 5: "way.5" } as const;
const isNamed = (type: number): type is keyof typeof NAMES => type in NAMES;

/** Product spec §9: the layout of phones begins here. */
const PHONE = "(max-width: 750px)";

interface RechargeProps {
  /** Everything below each other. */
  readonly inDialog?: boolean;
  /** Whether a payment that was begun is on the screen. */
  readonly onPaying?: (paying: boolean) => void;
}

export function Recharge(props: RechargeProps) {
  const { t } = useTranslation("assets");
  const { data, isError, refetch } = useQuery({ queryKey: payKeys.ways, queryFn: payWays });
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeletons count={6} className={s.place} />;
  const ways = waysFor(data, matchMedia(PHONE).matches);
  return ways.length === 0 ? <Empty text={t("recharge.none")} /> : <Buy ways={ways} {...props} />;
}

function Buy({ ways, inDialog, onPaying }: RechargeProps & { ways: readonly PayWay[] }) {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const intent = useIntent();
  const [type, setType] = useState(ways[0]?.type ?? 0);
  const way = ways.find((each) => each.type === type) ?? ways[0];
  const [text, setText] = useState("");
  const [reply, setReply] = useState<Reply | null>(null);
  const { data: rate } = useQuery({ queryKey: payKeys.rate, queryFn: payRate });
  const show = (next: Reply | null) => {
    setReply(next);
    onPaying?.(next !== null);
  };
  const gemsCents = parseCents(text);
  const fits =
    way !== undefined &&
    gemsCents !== null &&
    gemsCents >= Math.round(way.least * 100) &&
    gemsCents <= Math.round(way.most * 100);
  const { data: quote } = useQuery({
    queryKey: payKeys.quote(gemsCents ?? 0),
    queryFn: ({ signal }) => payQuote(gemsCents ?? 0, signal),
    enabled: fits,
  });
  const order = useMutation({
    mutationFn: ({ way: { url, type }, quote }: { way: PayWay; quote: Quote }) =>
      intent.run([type, quote], (key) => payOrder(url, type, quote, key)),
    onSuccess: (made, { way: { type } }) => {
      void queryClient.invalidateQueries({ queryKey: ["mine", "pay", "records"] });
      const address = made.action === "open" ? safeAddress(made.url ?? "", location.origin) : null;
      if (address !== null && type !== IN_WINDOW) {
        location.assign(address);
        return;
      }
      if (address !== null) window.open(address, "_blank", "noopener"); // where it is blocked, the dialog has a link
      show(made);
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: ["mine", "pay"] }); // the price may have changed
      reportError(error);
    },
  });
  if (!way) return null;
  const bounds = t("recharge.bounds", {
    least: formatAmount(way.least, language),
    most: formatAmount(way.most, language),
  });
  return (
    <section className={cx(s.buy, inDialog && s.narrow)}>
      <div className={s.choice}>
        <Tabs
          label={t("recharge.way")}
          choices={ways.map(({ type: value, name }) => ({ value, label: isNamed(value) ? t(NAMES[value]) : name }))}
          value={way.type}
          onChange={setType}
        />
        <ul className={s.goods}>
          {way.goodsList.map((good) => {
            const cents = Math.round(good.goodsPrice * 100);
            return (
              <li key={good.id}>
                <button
                  type="button"
                  className={cx(s.good, cents === gemsCents && s.on)}
                  aria-pressed={cents === gemsCents}
                  onClick={() => setText((cents / 100).toFixed(2))}
                >
                  <img src={good.goodsImg} alt="" width={40} height={40} />
                  <Price cents={cents} />
                  {good.bonusCents > 0 && (
                    <small>{t("recharge.plus", { gems: formatCents(good.bonusCents, language) })}</small>
                  )}
                  <span className="num">R$ {formatCents(good.priceCents, language)}</span>
                </button>
              </li>
            );
          })}
        </ul>
        {way.rechargeConfig.length > 0 && (
          <>
            <h2 className={s.subtitle}>{t("recharge.tiers")}</h2>
            <Tiers way={way} price={fits && quote ? quote.priceCents / 100 : 0} />
          </>
        )}
      </div>
      <Card className={s.order}>
        <Field
          label={t("recharge.amount")}
          inputMode="decimal"
          value={typed(text, language)}
          onChange={(event) => setText(event.target.value)}
          error={text !== "" && !fits ? bounds : undefined}
          hint={rate && t("recharge.rate", { rate: formatCents(Math.round(rate.rate * 100), language) })}
        />
        <div className={s.sum} aria-live="polite">
          {fits && quote && (
            <>
              <span>{t("recharge.get", { gems: formatCents(quote.gemsCents, language) })}</span>
              {quote.bonusCents > 0 && <b>{t("recharge.bonus", { gems: formatCents(quote.bonusCents, language) })}</b>}
              {quote.vipCents > 0 && (
                <Link className={s.link} to={paths.vip()}>
                  {t("recharge.vip", { gems: formatCents(quote.vipCents, language) })}
                </Link>
              )}
            </>
          )}
          <Button
            kind="primary"
            size="l"
            disabled={!fits || !quote}
            busy={order.isPending}
            onClick={() => quote && order.mutate({ way, quote })}
          >
            {fits && quote
              ? t("recharge.pay", { price: formatCents(quote.priceCents, language) })
              : t("recharge.choose")}
          </Button>
        </div>
        <p className={s.note}>
          {t("recharge.note")}{" "}
          <Link className={s.link} to={paths.rechargeRecords()}>
            {t("recharge.records")}
          </Link>
        </p>
      </Card>
      {reply && (
        <Suspense>
          <Checkout first={reply} inWindow={way.type === IN_WINDOW} onClose={() => show(null)} />
        </Suspense>
      )}
    </section>
  );
}

function Tiers({ way, price }: { way: PayWay; price: number }) {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const reached = tierOf(way.rechargeConfig, price);
  return (
    <ul className={s.tiers} aria-label={t("recharge.tiers")}>
      {way.rechargeConfig.map((tier) => {
        const { share, value } = bonusOf(tier);
        return (
          <li key={tier.key} className={cx(tier.key === reached?.key && s.on)}>
            {t(share ? "recharge.tierShare" : "recharge.tierGems", {
              from: formatAmount(tier.key, language),
              value: formatAmount(value, language),
            })}
          </li>
        );
      })}
    </ul>
  );
}
