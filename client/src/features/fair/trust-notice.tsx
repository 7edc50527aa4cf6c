import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import s from "./trust-notice.module.css";

/** Stays until it is closed or followed: the keys are not those of the first sight. */
export function TrustNotice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("fair");
  return (
    <section className={s.notice} role="alert" data-keys-changed>
      <TriangleAlert size={22} aria-hidden />
      <div className={s.words}>
        <b>{t("verify.changed")}</b>
        <p>{t("changed.text")}</p>
      </div>
      <div className={s.actions}>
        <ButtonLink kind="primary" size="s" to={paths.verify()}>
          {t("changed.look")}
        </ButtonLink>
        <Button size="s" onClick={onClose}>
          {t("changed.later")}
        </Button>
      </div>
    </section>
  );
}
