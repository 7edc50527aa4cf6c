import { ArrowUp, ChevronLeft, ChevronRight, Package, PackageOpen, ShieldCheck } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../paths.ts";
import { openLogin, useLoggedIn } from "../state/session.ts";
import { isReducedMotion } from "../state/settings.ts";
import { useWallet } from "../state/wallet.ts";
import { cx } from "../ui/class-names.ts";
import { Link } from "../ui/link.tsx";
import { QuickBag } from "./lazy-popups.ts";
import s from "./side-bar.module.css";

/** Shortcuts at the edge (product spec §2): collapsible, closed by default on phones. */
export function SideBar() {
  const { t } = useTranslation("shell");
  const [open, setOpen] = useState(() => !matchMedia("(max-width: 1500px)").matches);
  const [bag, setBag] = useState(false);
  const loggedIn = useLoggedIn();
  const bagCount = useWallet((wallet) => wallet.bagCount);
  const Toggle = open ? ChevronRight : ChevronLeft;
  return (
    <aside className={cx(s.side, !open && s.closed)} aria-label={t("side")}>
      <button
        type="button"
        className={s.toggle}
        aria-expanded={open}
        aria-label={t(open ? "sideClose" : "sideOpen")}
        onClick={() => setOpen(!open)}
      >
        <Toggle size={16} aria-hidden />
      </button>
      {open && (
        <div className={s.list}>
          <Link to={paths.backpack()} aria-label={t("nav.bag")} title={t("nav.bag")}>
            <Package size={20} aria-hidden />
            {bagCount > 0 && <span className={s.count}>{bagCount > 99 ? "99+" : bagCount}</span>}
          </Link>
          <button
            type="button"
            aria-label={t("quickBag")}
            title={t("quickBag")}
            aria-haspopup="dialog"
            onClick={() => (loggedIn ? setBag(true) : openLogin())}
          >
            <PackageOpen size={20} aria-hidden />
          </button>
          <Link to={paths.verify()} aria-label={t("nav.verify")} title={t("nav.verify")}>
            <ShieldCheck size={20} aria-hidden />
          </Link>
          <button
            type="button"
            aria-label={t("top")}
            title={t("top")}
            onClick={() => scrollTo({ top: 0, behavior: isReducedMotion() ? "instant" : "smooth" })}
          >
            <ArrowUp size={20} aria-hidden />
          </button>
        </div>
      )}
      {bag && loggedIn && (
        <Suspense>
          <QuickBag onClose={() => setBag(false)} />
        </Suspense>
      )}
    </aside>
  );
}
