/** A player's own orders and withdrawals. */

import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { reportError } from "../../state/problem.ts";
import { useRecords } from "../../state/records.ts";
import { Button } from "../../ui/button.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatCents } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { Tag } from "../../ui/tag.tsx";
import { payRecords, payState, type Reply, withdrawRecords } from "./api.ts";
import s from "./assets.module.css";

const Checkout = lazy(async () => ({ default: (await import("./checkout.tsx")).Checkout }));

export function RechargeRecords() {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const records = useRecords("recharge", payRecords);
  const debtCents = records.data?.debtCents ?? 0;
  return (
    <>
      <h1 className={s.title}>{t("records.recharge")}</h1>
      {debtCents > 0 && <p className={s.debt}>{t("records.debt", { gems: formatCents(debtCents, language) })}</p>}
      <RecordList
        records={records}
        file="recharge"
        kinds={[{ value: "paid", label: t("records.paid") }]}
        empty={t("records.empty")}
        way={{ label: t("recharge.tab"), to: paths.assets() }}
        columns={[
          t("records.order"),
          t("records.price"),
          t("gems"),
          t("records.bonus"),
          t("records.state"),
          t("records.time"),
        ]}
        rows={(page) =>
          page.records.map((o) => ({
            key: o.id,
            cells: [
              o.id,
              `R$ ${formatCents(o.priceCents, language)}`,
              <Price key="gems" cents={o.gemsCents} />,
              <Price key="bonus" cents={o.bonusCents} />,
              o.state === "waiting" ? (
                <Resume key="state" id={o.id} onEnd={records.again} />
              ) : (
                <Tag key="state" kind={o.state === "paid" ? "jade" : "plain"}>
                  {t(`checkout.${o.state}`)}
                </Tag>
              ),
              <Moment key="time" ms={o.atMs} />,
            ],
          }))
        }
      />
    </>
  );
}

/** An order that waits can still be paid, also after its page was closed or loaded again. */
function Resume({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { t } = useTranslation("assets");
  const [order, setOrder] = useState<Reply | null>(null);
  const ask = useMutation({ mutationFn: () => payState(id), onSuccess: setOrder, onError: reportError });
  const close = () => {
    setOrder(null);
    onEnd();
  };
  return (
    <>
      <Button size="s" busy={ask.isPending} onClick={() => ask.mutate()}>
        {t("records.resume")}
      </Button>
      {order && (
        <Suspense>
          <Checkout first={order} inWindow onClose={close} />
        </Suspense>
      )}
    </>
  );
}

export function AssetsRecords() {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const records = useRecords("withdrawals", withdrawRecords);
  return (
    <>
      <h1 className={s.title}>{t("records.withdrawals")}</h1>
      <RecordList
        records={records}
        file="withdrawals"
        empty={t("records.emptyWithdrawals")}
        way={{ label: t("withdraw.tab"), to: paths.assets("withdraw") }}
        columns={[t("records.order"), t("records.price"), t("withdraw.key"), t("records.state"), t("records.time")]}
        rows={(page) =>
          page.records.map((w) => ({
            key: w.id,
            cells: [
              w.id,
              `R$ ${formatCents(w.amountCents, language)}`,
              w.pixKey,
              <Tag key="state" kind={w.step === "paid" ? "jade" : "plain"}>
                {t(`withdraw.${w.step}`)}
              </Tag>,
              <Moment key="time" ms={w.atMs} />,
            ],
          }))
        }
      />
    </>
  );
}
