import { FairnessStrip } from "./fairness-strip.tsx";
import { Hero } from "./hero.tsx";
import s from "./home-page.module.css";
import { PopularBoxes } from "./popular-boxes.tsx";
import { SideCards } from "./side-cards.tsx";
import { Tiles } from "./tiles.tsx";

export function HomePage() {
  return (
    <>
      <div className={s.top}>
        <Hero />
        <SideCards />
      </div>
      <Tiles />
      <PopularBoxes />
      <FairnessStrip />
    </>
  );
}
