import { Bell, CircleHelp, LogOut, MoonStar, PartyPopper, UserRound, Volume2, VolumeX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { paths } from "../routes/paths.ts";
import { type OverlayName, openOverlay, useOverlay } from "../state/overlay.ts";
import { signOut, useLoggedIn } from "../state/session.ts";
import { setHaptics, setMotion, setMuted, useSettings } from "../state/settings.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox } from "../ui/field.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { MainNav } from "./main-nav.tsx";
import s from "./menu-drawer.module.css";

/** Entries of product spec §2 that no header has room for. */
const MORE = [
  { key: "moonbox", to: paths.moonBox(), icon: MoonStar },
  { key: "newYear", to: paths.newYear(), icon: PartyPopper },
  { key: "user", to: paths.account(), icon: UserRound },
] as const;

/** Everywhere that one can go, and what the header has no room for. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const { muted, motion, haptics } = useSettings();
  const loggedIn = useLoggedIn();
  const unread = useOverlay((overlay) => overlay.unread);
  const lead = (overlay: OverlayName) => {
    onClose();
    openOverlay(overlay);
  };
  const Sound = muted ? VolumeX : Volume2;
  return (
    <Dialog title={t("menu")} onClose={onClose} className={s.drawer}>
      <MainNav className={s.nav} linkClass={s.link} activeClass={s.on} onChosen={onClose} />
      <nav className={s.nav} aria-label={t("title.active")}>
        {MORE.map(({ key, to, icon: Icon }) => (
          <NavLink key={key} to={to} className={({ isActive }) => cx(s.link, isActive && s.on)} onClick={onClose}>
            <Icon size={17} aria-hidden />
            {t(`title.${key}`)}
          </NavLink>
        ))}
      </nav>
      <div className={s.settings}>
        <Button aria-haspopup="dialog" onClick={() => lead("notice")}>
          <Bell size={18} aria-hidden />
          {t("notices")}
          {unread && <b>({t("unread")})</b>}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => lead("guide")}>
          <CircleHelp size={18} aria-hidden />
          {t("guide")}
        </Button>
        <LanguageSwitch className={s.language} />
        <Button onClick={() => setMuted(!muted)}>
          <Sound size={18} aria-hidden />
          {t(muted ? "unmute" : "mute")}
        </Button>
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
