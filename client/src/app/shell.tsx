import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useLocation, useSearchParams } from "react-router";
import { Ticker } from "../features/ticker/ticker.tsx";
import { useIsGame } from "../routes/crumbs.ts";
import { paths } from "../routes/paths.ts";
import { loadCatalog } from "../state/catalog.ts";
import { loadUser, openLogin, sessionToken } from "../state/session.ts";
import { cx } from "../ui/class-names.ts";
import { Breadcrumb, PageTitle, RouteAnnouncer } from "./breadcrumb.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { useLiveUpdates } from "./live-updates.ts";
import { Connection, Overlays } from "./overlays.tsx";
import s from "./shell.module.css";
import { TabBar } from "./tab-bar.tsx";

/** Everything around a page. */
export function Shell() {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const game = useIsGame();
  const isInvited = useRef(query.has("spreadCode"));
  useLiveUpdates();
  useEffect(() => {
    void loadCatalog();
    void loadUser();
    // A spread link opens the register tab (product spec §2).
    if (isInvited.current && sessionToken() === "") openLogin("register");
  }, []);
  return (
    <>
      <a className={s.skip} href="#main">
        {t("skip")}
      </a>
      {pathname === paths.home() && (
        <a className={s.skip} href="#boxes">
          {t("skipBoxes")}
        </a>
      )}
      <PageTitle />
      <Header game={game} />
      <Connection />
      <div className={s.beside}>
        {!game && (
          <Suspense fallback={<div className={s.tickerPlace} />}>
            <Ticker />
          </Suspense>
        )}
        <main id="main" tabIndex={-1} className={cx(s.main, game && s.game)}>
          {!game && <Breadcrumb />}
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
        <Footer />
      </div>
      <TabBar />
      <Overlays />
      <RouteAnnouncer />
      <FocusOnNavigation />
      <ScrollRestoration />
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
