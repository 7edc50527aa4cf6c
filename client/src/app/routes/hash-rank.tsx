import { useTranslation } from "react-i18next";
import { RankingPage } from "../../features/ranking/ranking-page.tsx";
import { paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function Component() {
  const { t } = useTranslation("shell");
  return (
    <RankingPage
      board="openBoxTop10"
      action={
        <nav aria-label={t("title.hashrank")}>
          <ButtonLink to={paths.upgradeRank()}>{t("title.UpgradeRank")}</ButtonLink>{" "}
          <ButtonLink kind="primary" to={paths.caseList("hash")}>
            {t("title.boxlist")}
          </ButtonLink>
        </nav>
      }
    />
  );
}
