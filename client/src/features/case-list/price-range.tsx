import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { PriceField, usePriceRange } from "../../ui/price-range.tsx";
import s from "./case-list-page.module.css";
import { withRange } from "./filter.ts";

export function PriceRange({
  query,
  onSearch,
}: {
  query: URLSearchParams;
  onSearch: (query: URLSearchParams) => void;
}) {
  const { t } = useTranslation("case-list");
  const range = usePriceRange(query, (min, max) => onSearch(withRange(query, min, max)));
  return (
    <form className={s.range} onSubmit={range.submit} noValidate>
      <PriceField label={t("min")} value={range.min} onChange={range.setMin} />
      <span aria-hidden="true">–</span>
      <PriceField label={t("max")} value={range.max} onChange={range.setMax} error={range.error} />
      <Button type="submit">{t("apply")}</Button>
    </form>
  );
}
