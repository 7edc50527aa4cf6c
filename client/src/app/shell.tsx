import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { Ticker } from "../features/ticker/ticker.tsx";
import { loadTexts } from "../i18n/setup.ts";
import { loadCatalog } from "../state/catalog.ts";
import { loadUser, useLoggedIn, useSession } from "../state/session.ts";
import { Toasts } from "../ui/toast.tsx";
import { Breadcrumb, RouteAnnouncer } from "./breadcrumb.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { InviteToast } from "./invite-toast.tsx";
import { useLiveUpdates } from "./live-updates.ts";
import { ProblemPopup } from "./problem-popup.tsx";
import { PropsDropPopup } from "./props-drop.tsx";
import { scrollKey } from "./scroll-key.ts";
import s from "./shell.module.css";
import { SideBar } from "./side-bar.tsx";
import { TabBar } from "./tab-bar.tsx";

const LoginDialog = lazy(async () => {
  const { LoginDialog: component } = await import("../features/session/login-dialog.tsx");
  return { default: component };
});

const Rain = lazy(async () => {
  const [{ Rain: component }] = await Promise.all([import("../features/rain/rain.tsx"), loadTexts("rain")]);
  return { default: component };
});

/** Everything around a page. */
export function Component() {
  const { t } = useTranslation("shell");
  const dialog = useSession((session) => session.dialog);
  const loggedIn = useLoggedIn();
  const interrupted = useLiveUpdates();
  useEffect(() => {
    void loadCatalog();
    void loadUser();
  }, []);
  return (
    <>
      <a className={s.skip} href="#main">
        {t("skip")}
      </a>
      <Header />
      <ConnectionBanner interrupted={interrupted} />
      <Suspense fallback={<div className={s.tickerPlace} />}>
        <Ticker />
      </Suspense>
      <main id="main" tabIndex={-1} className={s.main}>
        <Breadcrumb />
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <SideBar />
      <Footer />
      <TabBar />
      {dialog && (
        <Suspense>
          <LoginDialog tab={dialog} />
        </Suspense>
      )}
      {loggedIn && (
        <Suspense>
          <Rain />
        </Suspense>
      )}
      <ProblemPopup />
      <InviteToast />
      <PropsDropPopup />
      <RouteAnnouncer />
      <Toasts />
      <FocusOnNavigation />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** After a navigation the keyboard starts at the content, as it would on a fresh page; body scrolling is on again. */
function FocusOnNavigation() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what triggers it
  useEffect(() => {
    document.body.style.overflow = "";
    if (document.activeElement instanceof HTMLAnchorElement) document.activeElement.blur();
  }, [pathname]);
  return null;
}
