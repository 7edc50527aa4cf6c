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

export function Home() {
  return (
    <HomePage
      beside={
        <WhenNear className={s.sign}>
          <Suspense fallback={<div className={s.sign} />}>
            <Sign />
          </Suspense>
        </WhenNear>
      }
      rolls={
        <WhenNear className={s.rolls}>
          <Suspense fallback={<div className={s.rolls} />}>
            <Rolls />
          </Suspense>
        </WhenNear>
      }
    />
  );
}
