import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";
import s from "./field.module.css";

/** The browser's own select: right on every phone and screen reader. The label may be hidden, never absent. */
export function Select<V extends string>({
  label,
  choices,
  value,
  onChange,
  className,
  ...rest
}: {
  label: string;
  choices: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
} & Omit<ComponentProps<"select">, "value" | "onChange">) {
  return (
    <select
      {...rest}
      aria-label={label}
      className={cx(s.select, className)}
      value={value}
      onChange={(event) => onChange(event.target.value as V)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
