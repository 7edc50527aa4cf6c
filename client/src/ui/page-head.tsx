import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import s from "./page-head.module.css";

interface PageHeadProps {
  readonly title: string;
  readonly lead: string;
  /** A page inside the account's: its title is smaller. */
  readonly inner?: boolean;
  readonly className?: string | undefined;
  /** Where one can go from here. */
  readonly children?: ReactNode;
}

/** The head of a page: what it is, a sentence about it, and at its end ways on. */
export const PageHead = ({ title, lead, inner, className, children }: PageHeadProps) => (
  <header className={cx(s.head, inner && s.inner, className)}>
    <div>
      <h1>{title}</h1>
      <p>{lead}</p>
    </div>
    {children}
  </header>
);
