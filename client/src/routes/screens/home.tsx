import { lazy, Suspense } from "react";
import { HomePage } from "../../features/home/home-page.tsx";
import { loadTexts } from "../../i18n/setup.ts";
import { WhenNear } from "../../ui/when-near.tsx";
import s from "./home.module.css";

const Rolls = lazy(async () => {
  const [{ RollHomeBlock }] = await Promise.all([import("../../features/roll/home-block.tsx"), loadTexts("roll")]);
  return { default: RollHomeBlock };
});

const Sign = lazy(async () => {
  const [{ SignCard }] = await Promise.all([import("../../features/sign/home-card.tsx"), loadTexts("sign")]);
  return { default: SignCard };
});

const Rain = lazy(async () => {
  const [{ RainTile }] = await Promise.all([import("../../features/next-rain/rain-tile.tsx"), loadTexts("next-rain")]);
  return { default: RainTile };
});

const FairnessStrip = lazy(async () => {
  const [{ FairnessStrip: component }] = await Promise.all([
    import("../../features/fair/fairness-strip.tsx"),
    loadTexts("fair"),
  ]);
  return { default: component };
});

const place = <div className={s.place} />;

export function Home() {
  return (
    <HomePage
      rain={
        <WhenNear className={s.place}>
          <Suspense fallback={place}>
            <Rain />
          </Suspense>
        </WhenNear>
      }
      sign={
        <WhenNear className={s.place}>
          <Suspense fallback={place}>
            <Sign />
          </Suspense>
        </WhenNear>
      }
      below={
        <>
          <WhenNear className={s.rolls}>
            <Suspense fallback={<div className={s.rolls} />}>
              <Rolls />
            </Suspense>
          </WhenNear>
          <WhenNear className={s.fair}>
            <Suspense fallback={<div className={s.fair} />}>
              <FairnessStrip />
            </Suspense>
          </WhenNear>
        </>
      }
    />
  );
}
