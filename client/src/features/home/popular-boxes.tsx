import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { HOUSE } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { useBoxView } from "../../state/box-view.ts";
import { type BoxSummary as Box, boxListQuery } from "../../state/boxes.ts";
import { BoxCard } from "../../ui/box-card.tsx";
import { BoxGrid } from "../../ui/box-grid.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import s from "./popular-boxes.module.css";

const KINDS = ["all", "low", "middle", "high", "new"] as const;
type Kind = (typeof KINDS)[number];

/** What is cheap, and what is dear: under, between and over. */
const LOW_CENTS = 30_00;
const HIGH_CENTS = 100_00;

const isOf = ({ priceCents, tags }: Box, kind: Kind): boolean => {
  switch (kind) {
    case "all":
      return true;
    case "new":
      return tags.includes("new");
    case "low":
      return priceCents < LOW_CENTS;
    case "middle":
      return priceCents >= LOW_CENTS && priceCents <= HIGH_CENTS;
    case "high":
      return priceCents > HIGH_CENTS;
  }
};

/** A name in any language finds its box: players share names across languages. */
export function matches(box: Box, kind: Kind, search: string): boolean {
  if (!isOf(box, kind)) return false;
  const wanted = search.trim().toLowerCase();
  return wanted === "" || HOUSE.some((language) => box.name[language].toLowerCase().includes(wanted));
}

/** As many as the widest first row has, or two rows of a narrower one. */
const EAGER = 12;

export function PopularBoxes() {
  const { t } = useTranslation("home");
  const { data: boxes, isError, refetch } = useQuery(boxListQuery());
  const data = useDeferredValue(boxes); // twenty cards are drawn in slices, and not with all else that comes with them
  const [kind, setKind] = useState<Kind>("all");
  const [search, setSearch] = useState("");
  const view = useBoxView();
  const shown = data?.filter((box) => matches(box, kind, search));
  return (
    <section id="boxes" tabIndex={-1} className={s.boxes}>
      <div className={s.bar}>
        <h2>{t("boxes.title")}</h2>
        <Tabs
          label={t("boxes.tabs")}
          value={kind}
          onChange={setKind}
          choices={KINDS.map((value) => ({
            value,
            label: t(`boxes.${value}`, { low: LOW_CENTS / 100, high: HIGH_CENTS / 100 }),
          }))}
          className={s.tabs}
        />
        <label className={s.search}>
          <Search size={16} aria-hidden />
          <span className="sr">{t("boxes.search")}</span>
          <input
            type="search"
            data-search=""
            value={search}
            placeholder={t("boxes.search")}
            onChange={(event) => setSearch(event.target.value)}
          />
          <span className={s.key} aria-hidden="true">
            /
          </span>
        </label>
      </div>
      {isError && !data ? (
        <Failed onRetry={() => void refetch()} />
      ) : shown?.length === 0 ? (
        <Empty text={t("boxes.none")}>
          <Button
            onClick={() => {
              setKind("all");
              setSearch("");
            }}
          >
            {t("boxes.clear")}
          </Button>
        </Empty>
      ) : shown ? (
        <BoxGrid className={s.grid}>
          {shown.map((box, index) => (
            <BoxCard key={box.id} {...view(box)} eager={index < EAGER} />
          ))}
        </BoxGrid>
      ) : (
        <BoxGrid className={s.grid} places={EAGER} />
      )}
      <div className={s.more}>
        <ButtonLink to={paths.caseList("all")}>{t("boxes.more")}</ButtonLink>
      </div>
    </section>
  );
}
