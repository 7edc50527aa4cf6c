import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { useOpenBoxes } from "../../state/open-boxes.ts";
import { Button } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCents } from "../../ui/number.ts";
import { OpenBoxes } from "../../ui/open-boxes.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { type BagTab, bagQuery, PAGE } from "./api.ts";
import s from "./backpack-page.module.css";
import { BagCard } from "./bag-card.tsx";
import { RetrieveDialog } from "./retrieve-dialog.tsx";
import { type Sale, SaleDialog } from "./sale-dialog.tsx";
import { type Selection, toggle, togglePage, worth } from "./selection.ts";

const TABS: readonly BagTab[] = [1, 3, 2];
const NONE: Selection = new Map();

export function BackpackPage() {
  const openBoxes = useOpenBoxes();
  const { t } = useTranslation("backpack");
  const language = useLanguage();
  const panel = useId();
  const [tab, setTab] = useState<BagTab>(1);
  const [page, setPage] = useState(1);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [sale, setSale] = useState<Sale | null>(null);
  const [leaving, setLeaving] = useState<readonly string[] | null>(null);
  const { data, isError, refetch, isPlaceholderData } = useQuery(bagQuery(page, tab));
  const chosen = selection ?? NONE;
  const pages = data ? Math.max(1, Math.ceil(data.total / PAGE)) : 1;
  if (data && page > pages) setPage(pages); // what was on the last page is sold
  const isEmpty = !data || data.total === 0; // buttons wait in their places: their row would push what is below it

  const goTo = (next: BagTab) => {
    setTab(next);
    setPage(1);
    setSelection(null);
  };

  return (
    <>
      <header className={s.head}>
        <h1>{t("title")}</h1>
        {data && <p role="status">{t("total", { count: data.total })}</p>}
      </header>
      <div className={s.bar}>
        <Tabs
          label={t("tabs.label")}
          value={tab}
          onChange={goTo}
          panelId={panel}
          choices={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        />
        {tab !== 2 && (
          <div className={s.actions}>
            {selection && data && (
              <>
                <span role="status">{t("chosen", { count: chosen.size })}</span>
                <Button onClick={() => setSelection(togglePage(chosen, data.records))}>{t("page")}</Button>
                <Button
                  kind="primary"
                  disabled={chosen.size === 0}
                  onClick={() => setSale({ items: [...chosen.keys()], cents: worth(chosen) })}
                >
                  {t("sellChosen", { amount: formatCents(worth(chosen), language) })}
                </Button>
                <Button disabled={chosen.size === 0} onClick={() => setLeaving([...chosen.keys()])}>
                  {t("retrieve.chosen")}
                </Button>
              </>
            )}
            <Button
              disabled={isEmpty}
              aria-pressed={selection !== null}
              onClick={() => setSelection(selection ? null : NONE)}
            >
              {t(selection ? "selecting" : "select")}
            </Button>
            {!selection && tab === 1 && (
              <Button disabled={isEmpty} onClick={() => setSale({ items: "all", cents: null })}>
                {t("sellAll")}
              </Button>
            )}
          </div>
        )}
      </div>
      <div id={panel} role="tabpanel" aria-busy={!data || isPlaceholderData}>
        {!data ? (
          isError ? (
            <Failed onRetry={() => void refetch()} />
          ) : (
            <div className={s.grid}>
              <Skeletons count={PAGE} className={s.place} />
            </div>
          )
        ) : data.total === 0 ? (
          <Empty text={t(tab === 1 ? "empty" : "emptyOther")} art="/art/empty/backpack.svg">
            <OpenBoxes onOpen={openBoxes} />
          </Empty>
        ) : (
          <ul className={s.grid}>
            {data.records.map((item) => (
              <BagCard
                key={item.id}
                item={item}
                selected={selection?.has(item.id)}
                onSelect={selection ? () => setSelection(toggle(chosen, item)) : undefined}
                onRetrieve={() => setLeaving([item.id])}
                onSell={() => setSale({ items: [item.id], cents: item.valueCents })}
              />
            ))}
          </ul>
        )}
      </div>
      <Pager page={page} pages={pages} onPage={setPage} />
      {leaving && (
        <RetrieveDialog
          items={leaving}
          onClose={(done) => {
            setLeaving(null);
            if (done) setSelection(null);
          }}
        />
      )}
      {sale && (
        <SaleDialog
          sale={sale}
          onClose={(done) => {
            setSale(null);
            if (done) setSelection(null);
          }}
        />
      )}
    </>
  );
}
