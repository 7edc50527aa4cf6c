import { lazy, Suspense } from "react";
import { HomePage } from "../../features/home/home-page.tsx";
import { loadTexts } from "../../i18n/setup.ts";
import { WhenNear } from "../../ui/when-near.tsx";
import s from "./home.module.css";

const Rolls = lazy(async () => {
  const [{ RollHomeBlock }] = await Promise.all([import("../../features/roll/home-block.tsx"), loadTexts("roll")]);
  return { default: RollHomeBlock };
});

export function Component() {
  return (
    <HomePage
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
