import type { ReactNode } from "react";
import { Hero } from "./hero.tsx";
import s from "./home-page.module.css";
import { Modes } from "./modes.tsx";
import { PopularBoxes } from "./popular-boxes.tsx";

interface HomePageProps {
  /** Beside the banner: the next rain, and the sign-in. */
  readonly rain?: ReactNode;
  readonly sign?: ReactNode;
  /** Under the boxes. */
  readonly below?: ReactNode;
}

/** What is for sale stands on the first screen; blocks of other features are put around it by the route. */
export function HomePage({ rain, sign, below }: HomePageProps) {
  return (
    <>
      <div className={s.top}>
        <Hero />
        <div className={s.rain}>{rain}</div>
        <div className={s.sign}>{sign}</div>
      </div>
      <Modes />
      <PopularBoxes />
      {below}
    </>
  );
}
