/** /page/active: the activity of the season. Play earns radishes, radishes open boxes, friends help. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLanguage, words } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { queryClient } from "../../state/query.ts";
import { useSearch } from "../../state/search.ts";
import { useLoggedIn } from "../../state/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { formatCount } from "../../ui/number.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import s from "./active.module.css";
import { homeQuery } from "./api.ts";
import { Ask, Assist } from "./assist.tsx";
import { Boxes } from "./boxes.tsx";
import { Goals } from "./goals.tsx";
import { PrizeBox, type PrizeSlots } from "./prize-box.tsx";
import { PrizeRecords } from "./prize-records.tsx";
import { Radish } from "./radish.tsx";

/** The id of an address; 0, which no box has, for anything else. */
const boxId = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/** The day or the season is over: everything is another. */
const over = () => {
  void queryClient.invalidateQueries({ queryKey: ["mine", "active"] });
  void queryClient.invalidateQueries({ queryKey: ["active"] });
};

export function ActivePage({ slots }: { slots: PrizeSlots }) {
  const { t } = useTranslation("active");
  const language = useLanguage();
  const loggedIn = useLoggedIn();
  const [query, search] = useSearch();
  const { data, isError, refetch } = useQuery(homeQuery);
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeletons count={3} className={s.place} />;
  const chosen = query.get("box");
  if (data.running && chosen !== null) return <PrizeBox id={boxId(chosen)} held={data.radish} slots={slots} />;
  const assist = query.get("assist");
  const name = words(data.name, language) || t("title");
  return (
    <div className={s.page}>
      {data.running && assist && <Ask code={assist} onClose={() => search(new URLSearchParams())} />}
      {data.running ? (
        <header className={s.banner}>
          <div className={s.bannerWords}>
            <h1>{name}</h1>
            <p>{t("lead")}</p>
            <div className={s.times}>
              <Countdown title={t("ends")} endsAtMs={data.untilMs} onEnd={over} />
              <Countdown title={t("resets")} endsAtMs={data.resetsMs} onEnd={over} />
            </div>
          </div>
          <div className={s.held}>
            <Radish size={56} />
            <b className="num" data-part="radish">
              {formatCount(data.radish, language)}
            </b>
            <span>{t("radishes")}</span>
          </div>
        </header>
      ) : (
        <>
          <h1 className={s.title}>{t("title")}</h1>
          <Empty text={t("none")}>
            {data.radish > 0 && <p>{t("kept", { count: data.radish })}</p>}
            <ButtonLink kind="primary" to={paths.caseList("all")}>
              {t("play")}
            </ButtonLink>
          </Empty>
        </>
      )}
      {data.running && (
        <>
          <Goals />
          <div className={s.lower}>
            <Boxes held={data.radish} />
            <Assist />
          </div>
        </>
      )}
      {loggedIn && <PrizeRecords />}
    </div>
  );
}
