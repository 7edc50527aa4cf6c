import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "./field.tsx";
import { Gem } from "./gem.tsx";
import { parseCents } from "./number.ts";

export type RangeProblem = "badPrice" | "badRange";

/** What is wrong with a price range as typed; null when it can be searched for. */
export function rangeProblem(min: string, max: string): RangeProblem | null {
  const [low, high] = [min, max].map((text) => (text.trim() === "" ? 0 : parseCents(text)));
  if (low === null || high === null || low === undefined || high === undefined) return "badPrice";
  return max.trim() !== "" && low > high ? "badRange" : null;
}

/** A price range in a form: it begins with that of the address, and a wrong one is reported from the first try on. */
export function usePriceRange(query: URLSearchParams, onSearch: (min: string, max: string) => void) {
  const { t } = useTranslation("ui");
  const [min, setMin] = useState(query.get("min") ?? "");
  const [max, setMax] = useState(query.get("max") ?? "");
  const [tried, setTried] = useState(false);
  const problem = rangeProblem(min, max);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problem) onSearch(min, max);
  };
  return { min, setMin, max, setMax, error: tried && problem ? t(problem) : undefined, submit };
}

interface PriceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
}

/** One end of a price range, in gems. */
export const PriceField = ({ label, value, onChange, error, className }: PriceFieldProps) => (
  <Field
    label={label}
    hideLabel
    placeholder={label}
    inputMode="decimal"
    value={value}
    end={<Gem size={14} />}
    error={error}
    onChange={(event) => onChange(event.target.value)}
    className={className}
  />
);
