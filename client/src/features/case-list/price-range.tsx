import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Gem } from "../../ui/gem.tsx";
import s from "./case-list-page.module.css";
import { priceError, withRange } from "./filter.ts";

export function PriceRange({
  query,
  onSearch,
}: {
  query: URLSearchParams;
  onSearch: (query: URLSearchParams) => void;
}) {
  const { t } = useTranslation("case-list");
  const [min, setMin] = useState(query.get("min") ?? "");
  const [max, setMax] = useState(query.get("max") ?? "");
  const [tried, setTried] = useState(false);
  const error = priceError(min, max);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!error) onSearch(withRange(query, min, max));
  };

  return (
    <form className={s.range} onSubmit={submit} noValidate>
      <Field
        label={t("min")}
        hideLabel
        placeholder={t("min")}
        inputMode="decimal"
        value={min}
        end={<Gem size={14} />}
        onChange={(event) => setMin(event.target.value)}
      />
      <span aria-hidden="true">–</span>
      <Field
        label={t("max")}
        hideLabel
        placeholder={t("max")}
        inputMode="decimal"
        value={max}
        end={<Gem size={14} />}
        error={tried && error ? t(error) : undefined}
        onChange={(event) => setMax(event.target.value)}
      />
      <Button type="submit">{t("apply")}</Button>
    </form>
  );
}
