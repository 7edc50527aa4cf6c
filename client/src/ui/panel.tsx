import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import s from "./panel.module.css";

/** One side of an exchange: a card with a title of its own, which names it. */
export const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <Card className={s.panel} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </Card>
);
