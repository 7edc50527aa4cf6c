/**
 * What lies beside and over a page, in a file of its own: no first paint waits for it. It is fetched when the page is
 * idle.
 */
import { createElement, Fragment, lazy, Suspense, useEffect } from "react";
import { FairInfo } from "../features/fair/fair-info.tsx";
import { TrustWatch } from "../features/fair/trust-watch.tsx";
import { Guide } from "../features/guide/guide.tsx";
import { RealityCheck } from "../features/limits/reality-check.tsx";
import { Notices } from "../features/notice/notices.tsx";
import { HistoryChart } from "../features/prizes/history-chart.tsx";
import { isSnowing } from "../features/snow/season.ts";
import { Welfare } from "../features/task/welfare.tsx";
import { loadTexts } from "../i18n/setup.ts";
import { closeOverlay, useOverlay } from "../state/overlay.ts";
import { useIsPlaying } from "../state/playing.ts";
import { useLoggedIn, useSession } from "../state/session.ts";
import { useReducedMotion } from "../state/settings.ts";
import { closeDialogsOnPop } from "./dialogs-go.ts";
import { keepOfflinePage } from "./offline-page.ts";
import { useSearchKey } from "./search-key.ts";
import { SideBar } from "./side-bar.tsx";
import { useSite } from "./site-info.ts";

export { ConnectionBanner } from "./connection-banner.tsx";
export { GiftToasts } from "./gift-toasts.tsx";
export { InviteToast } from "./invite-toast.tsx";
export { MenuDrawer } from "./menu-drawer.tsx";
export { ProblemPopup } from "./problem-popup.tsx";

const Snow = lazy(async () => ({ default: (await import("../features/snow/snow.tsx")).Snow }));

const QuickBag = lazy(async () => {
  const [{ QuickBag: component }] = await Promise.all([
    import("../features/backpack/quick-bag.tsx"),
    loadTexts("backpack"),
  ]);
  return { default: component };
});
const SearchDialog = lazy(async () => ({ default: (await import("./search-dialog.tsx")).SearchDialog }));
const GroupsDialog = lazy(async () => ({ default: (await import("./groups-dialog.tsx")).GroupsDialog }));

/** It opens by itself: without network the page goes on without it. */
const WelfareDialog = lazy(() =>
  Promise.all([import("./welfare-dialog.tsx"), loadTexts("task", "open-reel", "assets")]).then(
    ([{ WelfareDialog: component }]) => ({ default: component }),
    () => ({ default: () => createElement(Fragment) }),
  ),
);

/** The side bar, and the watchers that open a dialog of their own. */
export function Beside() {
  useEffect(keepOfflinePage, []);
  useEffect(closeDialogsOnPop, []);
  return (
    <>
      <SideBar />
      <Asked />
      <Notices />
      <Guide />
      <FairInfo />
      <TrustWatch />
      <HistoryChart />
      <Welfare Dialog={WelfareDialog} />
      <RealityCheck />
      <NewDevices />
      <Season />
    </>
  );
}

/** What shortcuts, the header and "/" open. */
function Asked() {
  useSearchKey();
  const open = useOverlay((overlay) => overlay.open);
  const loggedIn = useLoggedIn();
  const groups = useSite()?.groups ?? [];
  return (
    <Suspense>
      {open === "bag" && loggedIn && <QuickBag onClose={closeOverlay} />}
      {open === "search" && <SearchDialog onClose={closeOverlay} />}
      {open === "groups" && <GroupsDialog groups={groups} onClose={closeOverlay} />}
    </Suspense>
  );
}

/** Asked for with each login and each page that is loaded; what fails is asked for with the next. */
function NewDevices() {
  const token = useSession((session) => session.token);
  const player = useSession((session) => session.user?.id);
  useEffect(() => {
    if (token === "" || player === undefined) return;
    void import("../features/identity/sessions.ts")
      .then((sessions) => sessions.tellNewDevice(player))
      .catch(() => undefined);
  }, [token, player]);
  return null;
}

/** Not during a game, and not where reduced motion is preferred. */
function Season() {
  const calm = useReducedMotion();
  const playing = useIsPlaying();
  if (calm || playing || !isSnowing(new Date())) return null;
  return (
    <Suspense>
      <Snow />
    </Suspense>
  );
}
