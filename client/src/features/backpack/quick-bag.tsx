import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { bagQuery, PAGE } from "./api.ts";
import s from "./backpack-page.module.css";
import { BagCard } from "./bag-card.tsx";
import { RetrieveDialog } from "./retrieve-dialog.tsx";
import { type Sale, SaleDialog } from "./sale-dialog.tsx";

/** The newest items over any page, to be sold or retrieved without leaving it. */
export function QuickBag({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("backpack");
  const { data, isError, refetch } = useQuery(bagQuery(1, 1));
  const [sale, setSale] = useState<Sale | null>(null);
  const [leaving, setLeaving] = useState<string | null>(null);
  return (
    <>
      <Dialog title={t("title")} size="l" onClose={onClose}>
        {!data ? (
          isError ? (
            <Failed onRetry={() => void refetch()} />
          ) : (
            <div className={s.grid} aria-busy>
              <Skeletons count={PAGE} className={s.place} />
            </div>
          )
        ) : data.total === 0 ? (
          <Empty text={t("empty")} art="/art/empty/backpack.svg" />
        ) : (
          <ul className={s.grid}>
            {data.records.map((item) => (
              <BagCard
                key={item.id}
                item={item}
                selected={undefined}
                onSelect={undefined}
                onSell={() => setSale({ items: [item.id], cents: item.valueCents })}
                onRetrieve={() => setLeaving(item.id)}
              />
            ))}
          </ul>
        )}
        <DialogActions>
          <ButtonLink kind="primary" to={paths.backpack()} onClick={onClose}>
            {t("whole")}
          </ButtonLink>
        </DialogActions>
      </Dialog>
      {sale && <SaleDialog sale={sale} onClose={() => setSale(null)} />}
      {leaving && <RetrieveDialog items={[leaving]} onClose={() => setLeaving(null)} />}
    </>
  );
}
