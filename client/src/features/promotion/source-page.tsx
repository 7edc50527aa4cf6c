/** /page/source?poster={spreadCode}: where a shared link leads. A visitor is offered to register by the code. */

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { paths } from "../../routes/paths.ts";
import { openLogin, sessionToken, useLoggedIn } from "../../state/session.ts";
import { spreadCode } from "../../state/spread.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { posterQuery } from "./api.ts";
import { PosterCard } from "./poster-card.tsx";
import s from "./promotion.module.css";

export function SourcePage() {
  const { t } = useTranslation("promotion");
  const [query] = useSearchParams();
  const code = query.get("poster") ?? "";
  const loggedIn = useLoggedIn();
  const { data, isError } = useQuery({ ...posterQuery(code), enabled: code !== "" });
  useEffect(() => {
    spreadCode(query); // keeps it for this tab
    // product spec §2: a spread link opens the register tab
    if (sessionToken() === "" && code !== "") openLogin("register");
  }, [query, code]);
  if (code === "" || isError)
    return (
      <Empty text={t("source.unknown")} art="/art/empty/records.svg">
        <ButtonLink kind="primary" to={paths.home()}>
          {t("source.open")}
        </ButtonLink>
      </Empty>
    );
  if (!data) return <Skeleton className={s.place} />;
  return (
    <div className={s.source}>
      <Card className={s.welcome}>
        <h1>{t("source.title", { name: data.name })}</h1>
        <p>{t("source.lead")}</p>
        {loggedIn ? (
          <ButtonLink kind="primary" size="l" to={paths.caseList()}>
            {t("source.open")}
          </ButtonLink>
        ) : (
          <Button kind="primary" size="l" onClick={() => openLogin("register")}>
            {t("source.register", { code: data.spreadCode })}
          </Button>
        )}
      </Card>
      <PosterCard code={data.spreadCode} name={data.name} avatar={data.avatar} />
    </div>
  );
}
