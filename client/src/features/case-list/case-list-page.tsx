import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { type CaseType, paths } from "../../routes/paths.ts";
import { useBoxView } from "../../state/box-view.ts";
import { boxListQuery } from "../../state/boxes.ts";
import { BoxCard } from "../../ui/box-card.tsx";
import { BoxGrid } from "../../ui/box-grid.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Select } from "../../ui/select.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import s from "./case-list-page.module.css";
import { parseFilter, parseType, SORTS } from "./filter.ts";
import { PriceRange } from "./price-range.tsx";

const TYPES: readonly CaseType[] = ["all", "csgo", "hash"];

export function CaseListPage() {
  const { t } = useTranslation("case-list");
  const navigate = useNavigate();
  const type = parseType(useParams().type);
  const [query, setQuery] = useSearchParams();
  const filter = parseFilter(type, query);
  const { data, isError, refetch } = useQuery(boxListQuery(filter));
  const view = useBoxView();
  const set = (next: URLSearchParams) => setQuery(next, { replace: true, preventScrollReset: true });

  return (
    <>
      <div className={s.head}>
        <h1>{t(`title.${type}`)}</h1>
        <p role="status">{data && t("found", { count: data.length })}</p>
      </div>
      <div className={s.bar}>
        <Tabs
          label={t("kinds")}
          value={type}
          onChange={(next) =>
            void navigate({ pathname: paths.caseList(next), search: query.toString() }, { preventScrollReset: true })
          }
          choices={TYPES.map((value) => ({ value, label: t(value) }))}
        />
        <PriceRange key={query.toString()} query={query} onSearch={set} />
        <Select
          label={t("sort")}
          className={s.sort}
          value={filter.sort}
          onChange={(sort) => {
            const next = new URLSearchParams(query);
            next.set("sort", sort);
            set(next);
          }}
          choices={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        />
      </div>
      <h2 className="sr">{t("list")}</h2>
      {isError && !data ? (
        <Failed onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <Empty text={t("none")}>
          <Button onClick={() => set(new URLSearchParams())}>{t("reset")}</Button>
        </Empty>
      ) : data ? (
        <BoxGrid>
          {data.map((box, index) => (
            <BoxCard key={box.id} {...view(box)} eager={index < 5} />
          ))}
        </BoxGrid>
      ) : (
        <BoxGrid places={10} />
      )}
      <p className={s.note}>{t("note")}</p>
    </>
  );
}
