import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { cx } from "./class-names.ts";
import s from "./tabs.module.css";

interface Choice<V extends string | number> {
  value: V;
  label: ReactNode;
}

interface TabsProps<V extends string | number> {
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Id of the panel the tabs control; without one they are a radio group: a choice, not a place. */
  panelId?: string | undefined;
  className?: string | undefined;
}

const STEP: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One row of choices with a roving tab stop: arrows, Home and End move and choose. */
export function Tabs<V extends string | number>({ label, choices, value, onChange, panelId, className }: TabsProps<V>) {
  const row = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = choices.findIndex((choice) => choice.value === value);
    const step = STEP[event.key];
    const to = step ? at + step : event.key === "Home" ? 0 : event.key === "End" ? choices.length - 1 : null;
    if (to === null) return;
    event.preventDefault();
    const index = (to + choices.length) % choices.length;
    const next = choices[index];
    if (!next) return;
    onChange(next.value);
    (row.current?.children[index] as HTMLElement | undefined)?.focus();
  };

  const tabs = panelId !== undefined;
  const group = { role: tabs ? "tablist" : "radiogroup", "aria-label": label, onKeyDown };
  return (
    <div {...group} ref={row} className={cx(s.tabs, className)}>
      {choices.map((choice) => {
        const chosen = choice.value === value;
        return (
          <button
            key={choice.value}
            type="button"
            role={tabs ? "tab" : "radio"}
            {...(tabs ? { "aria-selected": chosen, "aria-controls": panelId } : { "aria-checked": chosen })}
            tabIndex={chosen ? 0 : -1}
            data-on={chosen || undefined}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
          </button>
        );
      })}
    </div>
  );
}
