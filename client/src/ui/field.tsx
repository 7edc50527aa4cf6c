import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./class-names.ts";
import s from "./field.module.css";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Inside the frame, right of the text: a unit, a button. */
  end?: ReactNode;
  hideLabel?: boolean | undefined;
}

/** A labelled text input whose hint and error are announced with it. */
export function Field({ label, error, hint, end, hideLabel = false, className, id, ...rest }: FieldProps) {
  const own = useId();
  const input = id ?? own;
  const note = error || hint ? `${input}-note` : undefined;
  return (
    <div className={cx(s.field, className)}>
      <label htmlFor={input} className={hideLabel ? "sr" : undefined}>
        {label}
      </label>
      <div className={cx(s.frame, error !== undefined && s.wrong)}>
        <input {...rest} id={input} aria-invalid={error !== undefined || undefined} aria-describedby={note} />
        {end}
      </div>
      {note && (
        <div id={note} className={error ? s.error : s.hint} role={error ? "alert" : undefined}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}

export function Checkbox({ children, className, ...rest }: ComponentProps<"input">) {
  return (
    <label className={cx(s.check, className)}>
      <input type="checkbox" {...rest} />
      <span>{children}</span>
    </label>
  );
}
