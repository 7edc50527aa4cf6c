/** What is told of a night: what its box is worth on average, and more where there is room. */

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../ui/class-names.ts";
import facts from "../../ui/facts.module.css";
import { Price } from "../../ui/price.tsx";
import type { Night } from "./api.ts";
import s from "./moon.module.css";

export function NightFacts({ night, children }: { night: Night; children?: ReactNode }) {
  const { t } = useTranslation("active");
  return (
    <dl className={cx(facts.facts, s.facts)}>
      <div>
        <dt>{t("boxes.worth")}</dt>
        <dd>
          <Price cents={night.expectedCents} />
        </dd>
      </div>
      {children}
    </dl>
  );
}
