import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Gem } from "../../ui/gem.tsx";
import { rangeError, WORDS_MAX } from "./filter.ts";
import s from "./mall.module.css";

interface SearchFormProps {
  query: URLSearchParams;
  onSearch: (values: { q: string; min: string; max: string }) => void;
}

export function SearchForm({ query, onSearch }: SearchFormProps) {
  const { t } = useTranslation("mall");
  const [q, setQ] = useState(query.get("q") ?? "");
  const [min, setMin] = useState(query.get("min") ?? "");
  const [max, setMax] = useState(query.get("max") ?? "");
  const [tried, setTried] = useState(false);
  const error = rangeError(min, max);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!error) onSearch({ q, min, max });
  };

  return (
    <form className={s.search} onSubmit={submit} noValidate>
      <Field
        label={t("search")}
        hideLabel
        type="search"
        placeholder={t("search")}
        maxLength={WORDS_MAX}
        value={q}
        onChange={(event) => setQ(event.target.value)}
        end={<Search size={16} aria-hidden />}
        className={s.words}
      />
      <Field
        label={t("min")}
        hideLabel
        placeholder={t("min")}
        inputMode="decimal"
        value={min}
        end={<Gem size={14} />}
        onChange={(event) => setMin(event.target.value)}
        className={s.price}
      />
      <Field
        label={t("max")}
        hideLabel
        placeholder={t("max")}
        inputMode="decimal"
        value={max}
        end={<Gem size={14} />}
        error={tried && error ? t(error) : undefined}
        onChange={(event) => setMax(event.target.value)}
        className={s.price}
      />
      <Button type="submit">{t("apply")}</Button>
    </form>
  );
}
