import type { ReactNode } from "react";
import type { Bundle } from "../../fairness/bundle.ts";
import s from "./bundle-facts.module.css";

/** What `Facts` of a kind, in `facts/<kind>.tsx`, is given. */
export interface FactsProps {
  readonly bundle: Bundle;
}

/** Facts of one part of a proof, below a title that sums them up. */
export const FactList = ({ title, children }: { title: string; children: ReactNode }) => (
  <details open>
    <summary>
      <b>{title}</b>
    </summary>
    <div className={s.grid}>{children}</div>
  </details>
);
