import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { Ticker } from "../features/ticker/ticker.tsx";
import { loadTexts } from "../i18n/setup.ts";
import { loadCatalog } from "../state/catalog.ts";
import { useIdentity } from "../state/identity.ts";
import { useIsPlaying } from "../state/playing.ts";
import { useProblem } from "../state/problem.ts";
import { loadUser, openLogin, sessionToken, useLoggedIn, useSession } from "../state/session.ts";
import { Breadcrumb, RouteAnnouncer } from "./breadcrumb.tsx";
import { CrashBoundary } from "./crash-screen.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { useInvite } from "./invite.ts";
import {
  ConnectionBanner,
  fetchPopups,
  InviteToast,
  Later,
  ProblemPopup,
  PropsDropPopup,
  Toasts,
} from "./lazy-popups.ts";
import { useLiveUpdates } from "./live-updates.ts";
import { useProps } from "./props.ts";
import s from "./shell.module.css";
import { TabBar } from "./tab-bar.tsx";

const LoginDialog = lazy(async () => {
  const { LoginDialog: component } = await import("../features/session/login-dialog.tsx");
  return { default: component };
});

const IdentityDialogs = lazy(async () => {
  const [{ IdentityDialogs: component }] = await Promise.all([
    import("../features/identity/dialogs.tsx"),
    loadTexts("identity"),
  ]);
  return { default: component };
});

const Rain = lazy(async () => {
  const [{ Rain: component }] = await Promise.all([import("../features/rain/rain.tsx"), loadTexts("rain")]);
  return { default: component };
});

/** Everything around a page. */
export function Shell() {
  const { t } = useTranslation("shell");
  const { key } = useLocation();
  const dialog = useSession((session) => session.dialog);
  const identity = useIdentity((state) => state.dialog);
  const invite = useInvite((state) => state.invite);
  const problem = useProblem((state) => state.problem);
  const drop = useProps((state) => state.drops[0]);
  const playing = useIsPlaying();
  const loggedIn = useLoggedIn();
  useLiveUpdates();
  useEffect(() => {
    void loadCatalog();
    void loadUser();
    fetchPopups();
    // A spread link opens the register tab (product spec §2).
    if (location.search.includes("spreadCode=") && sessionToken() === "") openLogin("register");
  }, []);
  return (
    <>
      <a className={s.skip} href="#main">
        {t("skip")}
      </a>
      <Header />
      <Suspense>
        <ConnectionBanner />
      </Suspense>
      <Suspense fallback={<div className={s.tickerPlace} />}>
        <Ticker />
      </Suspense>
      <main id="main" tabIndex={-1} className={s.main}>
        <Breadcrumb />
        <CrashBoundary place={key}>
          <Suspense>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </main>
      <Footer />
      <TabBar />
      <Suspense>
        <Later />
      </Suspense>
      {dialog && (
        <Suspense>
          <LoginDialog tab={dialog} />
        </Suspense>
      )}
      {identity && (
        <Suspense>
          <IdentityDialogs dialog={identity} />
        </Suspense>
      )}
      {loggedIn && (
        <Suspense>
          <Rain />
        </Suspense>
      )}
      {problem && (
        <Suspense>
          <ProblemPopup problem={problem} />
        </Suspense>
      )}
      {drop && !playing && (
        <Suspense>
          <PropsDropPopup key={drop.opId} drop={drop} />
        </Suspense>
      )}
      <div role="status" aria-live="polite">
        {invite && (
          <Suspense>
            <InviteToast invite={invite} />
          </Suspense>
        )}
      </div>
      <RouteAnnouncer />
      <Suspense>
        <Toasts />
      </Suspense>
      <FocusOnNavigation />
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
