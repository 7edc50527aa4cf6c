import {
  ArrowUp,
  Bell,
  Carrot,
  ChevronLeft,
  ChevronRight,
  CircleHelp,
  ListChecks,
  Package,
  PackageOpen,
  QrCode,
  ShieldCheck,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../i18n/language.ts";
import { loadTexts } from "../i18n/setup.ts";
import { paths } from "../routes/paths.ts";
import { openOverlay, useOverlay } from "../state/overlay.ts";
import { openLogin, useLoggedIn, useSession } from "../state/session.ts";
import { isReducedMotion } from "../state/settings.ts";
import { useTasksClaimable } from "../state/tasks.ts";
import { useWallet } from "../state/wallet.ts";
import { isNewcomer } from "../state/welfare.ts";
import { cx } from "../ui/class-names.ts";
import { SideButton } from "../ui/side-button.tsx";
import s from "./side-bar.module.css";
import { useSite } from "./site-info.ts";
import { unasked } from "./unasked.ts";

const QuickBag = lazy(async () => {
  const [{ QuickBag: component }] = await Promise.all([
    import("../features/backpack/quick-bag.tsx"),
    loadTexts("backpack"),
  ]);
  return { default: component };
});

const SignShortcuts = unasked(async () => {
  const [{ SignShortcuts: component }] = await Promise.all([
    import("../features/sign/side-buttons.tsx"),
    loadTexts("sign"),
  ]);
  return component;
});
const WelfareShortcut = unasked(async () => {
  const [{ WelfareShortcut: component }] = await Promise.all([
    import("../features/task/welfare-chip.tsx"),
    loadTexts("task"),
  ]);
  return component;
});
const GroupsDialog = lazy(async () => ({ default: (await import("./groups-dialog.tsx")).GroupsDialog }));

/** Where the margin beside the page is as wide as the bar; on less it would lie over the page. */
const ROOM = "(min-width: 1440px)";

/**
 * Shortcuts at the edge (product spec §2): collapsible, closed by default on phones. The groups are for Chinese alone.
 */
export function SideBar() {
  const { t } = useTranslation("shell");
  const language = useLanguage();
  const [open, setOpen] = useState(() => matchMedia(ROOM).matches);
  const [dialog, setDialog] = useState<"bag" | "groups" | null>(null);
  const loggedIn = useLoggedIn();
  const isNew = useSession(({ user }) => isNewcomer(user));
  const bagCount = useWallet((wallet) => wallet.bagCount);
  const unread = useOverlay((overlay) => overlay.unread);
  const claimable = useTasksClaimable();
  const news = unread ? t("unread") : claimable ? t("claimable") : "";
  const groups = useSite()?.groups ?? [];
  const held = bagCount > 99 ? "99+" : bagCount > 0 ? String(bagCount) : "";
  const Toggle = open ? ChevronRight : ChevronLeft;
  return (
    <aside className={cx(s.side, !open && s.closed)} aria-label={t("side")}>
      <button
        type="button"
        className={s.toggle}
        aria-expanded={open}
        aria-label={`${t(open ? "sideClose" : "sideOpen")}${news && !open ? ` (${news})` : ""}`}
        onClick={() => setOpen(!open)}
      >
        <Toggle size={16} aria-hidden />
        {news && !open && <i className={s.dot} />}
      </button>
      {open && (
        <div className={s.list}>
          <Suspense>
            <SignShortcuts />
          </Suspense>
          {isNew && (
            <Suspense>
              <WelfareShortcut />
            </Suspense>
          )}
          <SideButton
            icon={Bell}
            name={unread ? `${t("notices")} (${t("unread")})` : t("notices")}
            title={t("notices")}
            aria-haspopup="dialog"
            onClick={() => openOverlay("notice")}
          >
            {unread && <i className={s.dot} />}
          </SideButton>
          <SideButton icon={CircleHelp} name={t("guide")} aria-haspopup="dialog" onClick={() => openOverlay("guide")} />
          {language === "zh" && groups.length > 0 && (
            <SideButton icon={QrCode} name={t("groups")} aria-haspopup="dialog" onClick={() => setDialog("groups")} />
          )}
          <Link
            to={paths.tasks()}
            aria-label={claimable ? `${t("title.tasks")} (${t("claimable")})` : t("title.tasks")}
            title={t("title.tasks")}
          >
            <ListChecks size={20} aria-hidden />
            {claimable && <i className={s.dot} />}
          </Link>
          <Link to={paths.backpack()} aria-label={`${t("nav.bag")} ${held}`.trim()} title={t("nav.bag")}>
            <Package size={20} aria-hidden />
            {held && <span className={s.count}>{held}</span>}
          </Link>
          <SideButton
            icon={PackageOpen}
            name={t("quickBag")}
            aria-haspopup="dialog"
            onClick={() => (loggedIn ? setDialog("bag") : openLogin())}
          />
          <Link to={paths.active()} aria-label={t("title.active")} title={t("title.active")}>
            <Carrot size={20} aria-hidden />
          </Link>
          <Link to={paths.verify()} aria-label={t("nav.verify")} title={t("nav.verify")}>
            <ShieldCheck size={20} aria-hidden />
          </Link>
          <SideButton
            icon={ArrowUp}
            name={t("top")}
            onClick={() => scrollTo({ top: 0, behavior: isReducedMotion() ? "instant" : "smooth" })}
          />
        </div>
      )}
      <Suspense>
        {dialog === "bag" && loggedIn && <QuickBag onClose={() => setDialog(null)} />}
        {dialog === "groups" && <GroupsDialog groups={groups} onClose={() => setDialog(null)} />}
      </Suspense>
    </aside>
  );
}
