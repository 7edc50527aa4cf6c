import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { closeLogin, type LoginTab, openLogin } from "../../state/session.ts";
import { spreadCode } from "../../state/spread.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import s from "./login-dialog.module.css";
import { type Asked, LoginPanel } from "./login-panel.tsx";
import { RegisterPanel } from "./register-panel.tsx";

/** Register and login in one dialog; changing the tab resets the form (product spec §2). */
export function LoginDialog({ tab, asked }: { tab: LoginTab; asked: Asked }) {
  const { t } = useTranslation("session");
  const panel = useId();
  const [query] = useSearchParams();
  const [code] = useState(() => spreadCode(query));
  return (
    <Dialog title={t("title")} onClose={closeLogin}>
      <Tabs
        label={t("tabs.label")}
        value={tab}
        onChange={openLogin}
        panelId={panel}
        choices={[
          { value: "login", label: t("tabs.login") },
          { value: "register", label: t("tabs.register") },
        ]}
      />
      <div id={panel} role="tabpanel" className={s.panel}>
        {tab === "login" ? <LoginPanel asked={asked} /> : <RegisterPanel spreadCode={code} />}
      </div>
    </Dialog>
  );
}
