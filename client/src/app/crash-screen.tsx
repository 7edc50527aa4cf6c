import { useTranslation } from "react-i18next";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";

/** A page that threw. The rest of the site goes on. */
export function CrashScreen() {
  const { t } = useTranslation("shell");
  return (
    <Empty text={t("crash.title")}>
      <p>{t("crash.text")}</p>
      <Button kind="primary" onClick={() => location.reload()}>
        {t("crash.reload")}
      </Button>
    </Empty>
  );
}
