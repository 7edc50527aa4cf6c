import { LogOut, MoonStar, PackageOpen, PartyPopper, Search, UserRound, Volume2, VolumeX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { useLanguage } from "../i18n/language.ts";
import { paths } from "../routes/paths.ts";
import { openOverlay } from "../state/overlay.ts";
import { requireLogin, signOut, useLoggedIn, useSession } from "../state/session.ts";
import { setMuted, useSettings } from "../state/settings.ts";
import { setHaptics, setMotion } from "../state/settings-change.ts";
import { useWallet } from "../state/wallet.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox } from "../ui/field.tsx";
import { formatCents } from "../ui/number.ts";
import { Slider } from "../ui/slider.tsx";
import { sound } from "../ui/sound.ts";
import { setVolume, volumeNow } from "../ui/synth.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { MainNav } from "./main-nav.tsx";
import s from "./menu-drawer.module.css";
import { type Shortcut, useShortcuts } from "./shortcuts.ts";

/** Entries of product spec §2 that no header has room for. */
const MORE = [
  { key: "moonbox", to: paths.moonBox(), icon: MoonStar },
  { key: "newYear", to: paths.newYear(), icon: PartyPopper },
  { key: "user", to: paths.account(), icon: UserRound },
] as const;

/** Everywhere that one can go, and what the header has no room for. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const { motion, haptics } = useSettings();
  const loggedIn = useLoggedIn();
  return (
    <Dialog title={t("menu")} onClose={onClose} className={s.drawer}>
      <Head onClose={onClose} />
      <MainNav className={s.nav} linkClass={s.link} activeClass={s.on} onChosen={onClose} />
      <nav className={s.nav} aria-label={t("title.active")}>
        {MORE.map(({ key, to, icon: Icon }) => (
          <NavLink key={key} to={to} className={({ isActive }) => cx(s.link, isActive && s.on)} onClick={onClose}>
            <Icon size={17} aria-hidden />
            {t(`title.${key}`)}
          </NavLink>
        ))}
      </nav>
      <section className={cx(s.nav, s.settings)} aria-label={t("side")}>
        <Shortcuts onClose={onClose} />
      </section>
      <div className={s.settings}>
        <LanguageSwitch />
        <Volume />
        <Checkbox checked={motion === "calm"} onChange={(event) => setMotion(event.target.checked ? "calm" : "system")}>
          {t("calm")}
        </Checkbox>
        <Checkbox checked={haptics} onChange={(event) => setHaptics(event.target.checked)}>
          {t("haptics")}
        </Checkbox>
        {loggedIn && (
          <Button
            onClick={() => {
              onClose();
              void signOut(true);
            }}
          >
            <LogOut size={18} aria-hidden />
            {t("logout")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const VOLUME_STEPS = 20;

/** At its lower end it mutes; away from there it sounds again, and how loud is heard at once. */
function Volume() {
  const { t } = useTranslation("shell");
  const muted = useSettings((settings) => settings.muted);
  const [volume, show] = useState(volumeNow);
  const steps = muted ? 0 : Math.round(volume * VOLUME_STEPS);
  const change = (next: number) => {
    setMuted(next === 0);
    if (next > 0) {
      setVolume(next / VOLUME_STEPS);
      show(next / VOLUME_STEPS);
    }
    sound.click();
  };
  return (
    <Slider
      label={t("volume")}
      shown={`${(steps * 100) / VOLUME_STEPS} %`}
      min={0}
      max={VOLUME_STEPS}
      step={1}
      value={steps}
      onChange={change}
    />
  );
}

/** R$, VIP level, search and sound, which the header has room for at some widths only. */
function Head({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const language = useLanguage();
  const muted = useSettings((settings) => settings.muted);
  const real = useWallet((wallet) => wallet.realCents);
  const user = useSession((session) => session.user);
  const search = () => {
    onClose();
    openOverlay("search");
  };
  const Sound = muted ? VolumeX : Volume2;
  return (
    <div className={s.head}>
      {user && (
        <>
          <Link to={paths.assets("withdraw")} onClick={onClose}>
            <span className="sr">{t("real")}</span>
            <small aria-hidden="true">R$</small>
            <b className="num">{formatCents(real, language)}</b>
          </Link>
          <Link to={paths.vip()} onClick={onClose}>
            <b className={s.vip}>{t("vip", { level: user.vipLevel })}</b>
          </Link>
        </>
      )}
      <button type="button" aria-label={t("searchSite")} aria-haspopup="dialog" onClick={search}>
        <Search size={18} aria-hidden />
      </button>
      <button type="button" aria-label={t(muted ? "unmute" : "mute")} onClick={() => setMuted(!muted)}>
        <Sound size={18} aria-hidden />
      </button>
    </div>
  );
}

/** What the rail of wide screens has, and a glance into the backpack. */
function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const bag: Shortcut = {
    key: "bag",
    icon: PackageOpen,
    name: t("quickBag"),
    open: () => requireLogin() && openOverlay("bag"),
  };
  return [...useShortcuts(), bag].map(({ key, icon: Icon, name, mark, to, open }) => {
    const inside = (
      <>
        <Icon size={17} aria-hidden />
        {name}
        {mark === "dot" && <i className={s.dot} />}
      </>
    );
    return to ? (
      <NavLink key={name} to={to} end className={({ isActive }) => cx(s.link, isActive && s.on)} onClick={onClose}>
        {inside}
      </NavLink>
    ) : (
      <button
        key={`${key} ${name}`}
        type="button"
        className={s.link}
        aria-haspopup="dialog"
        onClick={() => {
          onClose();
          open?.();
        }}
      >
        {inside}
      </button>
    );
  });
}
