import { Dices, FileCheck2, LockKeyhole } from "lucide-react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import s from "./fairness-strip.module.css";

const STEPS = [
  { key: "commit", icon: LockKeyhole },
  { key: "mix", icon: Dices },
  { key: "check", icon: FileCheck2 },
] as const;

export function FairnessStrip() {
  const { t } = useTranslation("fair");
  return (
    <section className={s.strip}>
      <div className={s.head}>
        <h2>{t("strip.title")}</h2>
        <ButtonLink to={paths.instructions()}>{t("strip.read")}</ButtonLink>
      </div>
      <ol>
        {STEPS.map(({ key, icon: Icon }) => (
          <li key={key}>
            <Icon size={22} aria-hidden />
            <h3>{t(`strip.${key}`)}</h3>
            <p>{t(`strip.${key}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
