import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { useSession } from "../../state/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import s from "./studio.module.css";

/** Null until the account is known. */
export function useStreamer(): boolean | null {
  return useSession((session) => (session.user ? session.user.streamer : null));
}

/** What an account without the role is shown in place of the studio. */
export function NotAStreamer() {
  const { t } = useTranslation("studio");
  return (
    <>
      <h1 className={s.title}>{t("title")}</h1>
      <Empty text={t("noRole")}>
        <ButtonLink to={paths.rolls()}>{t("toRolls")}</ButtonLink>
      </Empty>
    </>
  );
}
