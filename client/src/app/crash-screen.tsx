import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { reloadOnce } from "../routes/screen.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";

/** A page that threw, or whose code stayed away. Another place is another chance: React Router draws that anew. */
export function CrashScreen() {
  const { t } = useTranslation("shell");
  const error = useRouteError();
  useEffect(() => reloadOnce(error), [error]);
  return (
    <Empty text={t("crash.title")}>
      <p>{t("crash.text")}</p>
      <Button kind="primary" onClick={() => location.reload()}>
        {t("crash.reload")}
      </Button>
    </Empty>
  );
}
