import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { paths } from "../../routes/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Select } from "../../ui/select.tsx";
import { MALL_PAGE, offersQuery } from "./api.ts";
import { CATEGORIES, parseFilter, SORTS, withValues } from "./filter.ts";
import s from "./mall.module.css";
import { OfferGrid } from "./offer-grid.tsx";
import { SearchForm } from "./search-form.tsx";

/** /page/store: what is sold, by words, price range and order. */
export function MallPage() {
  const { t } = useTranslation("mall");
  const [query, setQuery] = useSearchParams();
  const filter = parseFilter(query);
  const { data, isError, isPlaceholderData, refetch } = useQuery(offersQuery(filter));
  const set = (values: Readonly<Record<string, string>>) =>
    setQuery(withValues(query, values), { replace: true, preventScrollReset: true });

  return (
    <>
      <PageHead title={t("title")} lead={t("intro")} className={s.head}>
        <ButtonLink to={paths.mallOrders()}>
          <History size={16} aria-hidden />
          {t("orders.title")}
        </ButtonLink>
      </PageHead>
      <div className={s.bar}>
        <SearchForm key={query.toString()} query={query} onSearch={set} />
        <Select
          label={t("category")}
          value={filter.category}
          onChange={(category) => set({ category })}
          choices={[
            { value: "", label: t("everything") },
            ...CATEGORIES.filter((value) => data?.categories.includes(value)).map((value) => ({
              value,
              label: t(`categories.${value}`),
            })),
          ]}
        />
        <Select
          label={t("sort")}
          value={filter.sort}
          onChange={(sort) => set({ sort })}
          choices={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        />
      </div>
      <p className={s.found} role="status">
        {data && t("found", { count: data.total })}
      </p>
      <h2 className="sr">{t("list")}</h2>
      {!data && isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <Empty text={t("none")}>
          <Button onClick={() => setQuery({ type: "skin" }, { replace: true, preventScrollReset: true })}>
            {t("reset")}
          </Button>
        </Empty>
      ) : (
        <OfferGrid offers={data?.records} busy={isPlaceholderData} />
      )}
      <Pager
        page={filter.page}
        pages={Math.ceil((data?.total ?? 0) / MALL_PAGE)}
        onPage={(page) => {
          setQuery(withValues(query, { page: String(page) }), { preventScrollReset: true });
          scrollTo({ top: 0 });
        }}
      />
    </>
  );
}
