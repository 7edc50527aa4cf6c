import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { PriceField, usePriceRange } from "../../ui/price-range.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { WORDS_MAX } from "./filter.ts";
import s from "./mall.module.css";

interface SearchFormProps {
  query: URLSearchParams;
  onSearch: (values: { q: string; min: string; max: string }) => void;
}

export function SearchForm({ query, onSearch }: SearchFormProps) {
  const { t } = useTranslation("mall");
  const [q, setQ] = useState(query.get("q") ?? "");
  const range = usePriceRange(query, (min, max) => onSearch({ q, min, max }));
  return (
    <form className={s.search} onSubmit={range.submit} noValidate>
      <SearchField label={t("search")} maxLength={WORDS_MAX} value={q} onChange={setQ} className={s.words} />
      <PriceField label={t("min")} value={range.min} onChange={range.setMin} className={s.price} />
      <PriceField label={t("max")} value={range.max} onChange={range.setMax} error={range.error} className={s.price} />
      <Button type="submit">{t("apply")}</Button>
    </form>
  );
}
