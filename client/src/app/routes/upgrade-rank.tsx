import { useTranslation } from "react-i18next";
import { RankingPage } from "../../features/ranking/ranking-page.tsx";
import { paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function Component() {
  const { t } = useTranslation("shell");
  return (
    <RankingPage
      board="upgradeTop10"
      action={
        <nav aria-label={t("title.UpgradeRank")}>
          <ButtonLink to={paths.hashRank()}>{t("title.hashrank")}</ButtonLink>{" "}
          <ButtonLink kind="primary" to={paths.upgradeHall()}>
            {t("title.upgradeHall")}
          </ButtonLink>
        </nav>
      }
    />
  );
}
