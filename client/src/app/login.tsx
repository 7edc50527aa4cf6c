/** The login dialog with the human verification that a login may be asked for, which is fetched then. */
import { lazy } from "react";
import { LoginDialog } from "../features/session/login-dialog.tsx";
import { loadTexts } from "../i18n/setup.ts";
import type { LoginTab } from "../state/session.ts";

const Captcha = lazy(async () => {
  const [{ CaptchaDialog: component }] = await Promise.all([
    import("../features/identity/captcha-dialog.tsx"),
    loadTexts("identity"),
  ]);
  return { default: component };
});

export const Login = ({ tab }: { tab: LoginTab }) => <LoginDialog tab={tab} captcha={Captcha} />;
