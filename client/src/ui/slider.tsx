import type { ComponentProps, ReactNode } from "react";
import s from "./slider.module.css";

interface SliderProps extends Pick<ComponentProps<"input">, "min" | "max" | "step" | "value" | "disabled"> {
  readonly label: string;
  /** The value as the player reads it. */
  readonly shown: ReactNode;
  readonly onChange: (value: number) => void;
}

/** A range with its label and value above it. */
export function Slider({ label, shown, onChange, ...range }: SliderProps) {
  return (
    <label className={s.slider}>
      <span>
        {label} <b className="num">{shown}</b>
      </span>
      <input type="range" {...range} onChange={(event) => onChange(event.target.valueAsNumber)} />
    </label>
  );
}
