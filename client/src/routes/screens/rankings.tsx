import { useTranslation } from "react-i18next";
import { RankingPage } from "../../features/ranking/ranking-page.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import type { Crumb } from "../crumbs.ts";
import { paths } from "../paths.ts";

type Title = Crumb["title"];

const BOARDS = {
  openBoxTop10: {
    title: "hashrank",
    other: "UpgradeRank",
    otherTo: paths.upgradeRank(),
    play: "boxlist",
    playTo: paths.caseList("hash"),
  },
  upgradeTop10: {
    title: "UpgradeRank",
    other: "hashrank",
    otherTo: paths.hashRank(),
    play: "upgradeHall",
    playTo: paths.upgradeHall(),
  },
} as const satisfies Record<string, { title: Title; other: Title; otherTo: string; play: Title; playTo: string }>;

/** A ranking with the ways to the other one and to where one gets into it. */
function Ranking({ board }: { board: keyof typeof BOARDS }) {
  const { t } = useTranslation("shell");
  const { title, other, otherTo, play, playTo } = BOARDS[board];
  return (
    <RankingPage
      board={board}
      action={
        <nav aria-label={t(`title.${title}`)}>
          <ButtonLink to={otherTo}>{t(`title.${other}`)}</ButtonLink>{" "}
          <ButtonLink kind="primary" to={playTo}>
            {t(`title.${play}`)}
          </ButtonLink>
        </nav>
      }
    />
  );
}

export const HashRank = () => <Ranking board="openBoxTop10" />;
export const UpgradeRank = () => <Ranking board="upgradeTop10" />;
