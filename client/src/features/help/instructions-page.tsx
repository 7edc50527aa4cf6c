import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { useBeaconSource } from "../../state/trust.ts";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Article } from "./article.tsx";
import s from "./instructions-page.module.css";
import { PlayExample } from "./play-example.tsx";

/** The fair-game explanation, with an example of the algorithm to play with. */
export function InstructionsPage() {
  const { t } = useTranslation("help");
  const source = useBeaconSource();
  return (
    <div className={s.page}>
      <Article topic="instructions">
        <BeaconSource source={source} />
        <div className={s.actions}>
          <ButtonLink kind="primary" to={paths.verify()}>
            {t("verify")}
          </ButtonLink>
          <ButtonLink to={paths.help("hash")}>{t("hash.title")}</ButtonLink>
          <ButtonLink to={paths.caseList("all")}>{t("boxes")}</ButtonLink>
        </div>
      </Article>
      <PlayExample />
    </div>
  );
}
