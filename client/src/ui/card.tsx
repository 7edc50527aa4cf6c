import type { ComponentProps } from "react";
import s from "./card.module.css";
import { cx } from "./class-names.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={cx(s.card, className)} />;
}
