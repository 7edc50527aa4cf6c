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

const KINDS = ["all", "csgo", "hash", "new"] as const;
type Kind = (typeof KINDS)[number];

/** A name in any language finds its box: players share names across languages. */
export function matches(box: Box, kind: Kind, search: string): boolean {
  if (kind === "new" ? !box.tags.includes("new") : kind !== "all" && box.type !== kind) return false;
  const wanted = search.trim().toLowerCase();
  return wanted === "" || HOUSE.some((language) => box.name[language].toLowerCase().includes(wanted));
}

export function PopularBoxes() {
  const { t } = useTranslation("home");
  const { data: boxes, isError, refetch } = useQuery(boxListQuery());
  const data = useDeferredValue(boxes); // twenty cards are drawn in slices, and not with all else that comes with them
  const [kind, setKind] = useState<Kind>("all");
  const [search, setSearch] = useState("");
  const view = useBoxView();
  const shown = data?.filter((box) => matches(box, kind, search));
  return (
    <section>
      <div className={s.bar}>
        <h2>{t("boxes.title")}</h2>
        <Tabs
          label={t("boxes.tabs")}
          value={kind}
          onChange={setKind}
          choices={KINDS.map((value) => ({ value, label: t(`boxes.${value}`) }))}
          className={s.tabs}
        />
        <label className={s.search}>
          <Search size={16} aria-hidden />
          <span className="sr">{t("boxes.search")}</span>
          <input
            type="search"
            value={search}
            placeholder={t("boxes.search")}
            onChange={(event) => setSearch(event.target.value)}
          />
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
        <BoxGrid>
          {shown.map((box, index) => (
            <BoxCard key={box.id} {...view(box)} eager={index < 5} />
          ))}
        </BoxGrid>
      ) : (
        <BoxGrid places={15} />
      )}
      <div className={s.more}>
        <ButtonLink to={paths.caseList("all")}>{t("boxes.more")}</ButtonLink>
      </div>
    </section>
  );
}
