import type { ReactNode } from "react";
import { FairnessStrip } from "./fairness-strip.tsx";
import { Hero } from "./hero.tsx";
import s from "./home-page.module.css";
import { PopularBoxes } from "./popular-boxes.tsx";
import { SideCards } from "./side-cards.tsx";
import { Tiles } from "./tiles.tsx";

/** rolls and beside: blocks of other features, put here by the route. */
export function HomePage({ rolls, beside }: { rolls?: ReactNode; beside?: ReactNode }) {
  return (
    <>
      <div className={s.top}>
        <Hero />
        <SideCards>{beside}</SideCards>
      </div>
      <Tiles />
      {rolls}
      <PopularBoxes />
      <FairnessStrip />
    </>
  );
}
