/** The login dialog with what a login may be asked for, which is fetched then. */
import { lazy } from "react";
import { LoginDialog } from "../features/session/login-dialog.tsx";
import { loadTexts } from "../i18n/setup.ts";
import type { LoginTab } from "../state/session.ts";

const captcha = lazy(async () => {
  const [{ CaptchaDialog: component }] = await Promise.all([
    import("../features/identity/captcha-dialog.tsx"),
    loadTexts("identity"),
  ]);
  return { default: component };
});

const factor = lazy(async () => {
  const [{ FactorLogin: component }] = await Promise.all([
    import("../features/identity/factor-login.tsx"),
    loadTexts("identity"),
  ]);
  return { default: component };
});

const ASKED = { captcha, factor };

export const Login = ({ tab }: { tab: LoginTab }) => <LoginDialog tab={tab} asked={ASKED} />;
