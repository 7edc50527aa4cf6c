import { Menu, Plus, Search, Volume2, VolumeX } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../i18n/language.ts";
import { paths } from "../routes/paths.ts";
import { openOverlay, useOverlay } from "../state/overlay.ts";
import { openLogin, useLoggedIn, useSession } from "../state/session.ts";
import { setMuted, useSettings } from "../state/settings.ts";
import { useWallet } from "../state/wallet.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { Gem } from "../ui/gem.tsx";
import { formatCents } from "../ui/number.ts";
import s from "./header.module.css";
import { LanguageSwitch } from "./language-switch.tsx";
import { MainNav } from "./main-nav.tsx";

const MenuDrawer = lazy(async () => ({ default: (await import("./overlay-parts.tsx")).MenuDrawer }));

/** Product spec §9: the header is compact from here on. */
const COMPACT_AFTER_PX = 50;

/** `game`: the page is one where one plays; a phone's header has the sound there instead of the name. */
export function Header({ game = false }: { game?: boolean }) {
  const { t } = useTranslation("shell");
  const loggedIn = useLoggedIn();
  const compact = useCompact();
  const news = useOverlay((overlay) => overlay.news);
  const [menu, setMenu] = useState(false);
  return (
    <header className={cx(s.header, compact && s.compact, game && s.game)}>
      <Link to={paths.home()} className={s.logo} aria-label="Jadebox">
        <Gem size={26} />
        <span aria-hidden="true">
          Jade<b>box</b>
        </span>
      </Link>
      <MainNav className={s.nav} linkClass={s.link} activeClass={s.on} />
      <div className={s.right}>
        <button
          type="button"
          className={cx(s.tool, s.search)}
          aria-label={t("searchSite")}
          title={`${t("searchSite")} (/)`}
          aria-haspopup="dialog"
          onClick={() => openOverlay("search")}
        >
          <Search size={18} aria-hidden />
        </button>
        <SoundSwitch />
        {loggedIn && <Balances />}
        <LanguageSwitch short className={s.language} />
        {loggedIn ? (
          <Me />
        ) : (
          <Button kind="primary" size="s" className={s.login} onClick={() => openLogin()}>
            {t("login")}
          </Button>
        )}
        <button
          type="button"
          className={cx(s.tool, s.burger)}
          aria-label={news ? `${t("menu")} (${t("news")})` : t("menu")}
          aria-haspopup="dialog"
          onClick={() => setMenu(true)}
        >
          <Menu size={20} aria-hidden />
          {news && <i className={s.dot} />}
        </button>
      </div>
      {menu && (
        <Suspense>
          <MenuDrawer onClose={() => setMenu(false)} />
        </Suspense>
      )}
    </header>
  );
}

function useCompact(): boolean {
  const [compact, setCompact] = useState(false);
  useEffect(() => {
    const onScroll = () => setCompact(scrollY > COMPACT_AFTER_PX);
    // With the next frame: asking within the first commit would lay the whole page out a time more.
    const first = requestAnimationFrame(onScroll);
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(first);
      removeEventListener("scroll", onScroll);
    };
  }, []);
  return compact;
}

/** Stands for an amount that the server has not sent yet: a zero would be wrong, and alarming. */
const UNKNOWN = "–";

function Balances() {
  const { t } = useTranslation("shell");
  const language = useLanguage();
  const gems = useWallet((wallet) => wallet.gemsCents);
  const real = useWallet((wallet) => wallet.realCents);
  const known = useSession((session) => session.user !== null);
  const amount = (cents: number) => (known ? formatCents(cents, language) : UNKNOWN);
  return (
    <>
      <div className={s.gems}>
        <Gem size={18} />
        <span className="sr">{t("balance")}</span>
        <b className="num">{amount(gems)}</b>
        <Link to={paths.assets()} className={s.plus} aria-label={t("topUp")}>
          <Plus size={16} aria-hidden />
        </Link>
      </div>
      <Link to={paths.assets("withdraw")} className={s.real}>
        <span className="sr">{t("real")}</span>
        <small aria-hidden="true">R$</small>
        <b className="num">{amount(real)}</b>
      </Link>
    </>
  );
}

function Me() {
  const { t } = useTranslation("shell");
  const user = useSession((session) => session.user);
  return (
    <span className={s.me}>
      <Link to={paths.account()}>
        <span className="sr">{t("account", { name: user?.name ?? "" })}</span>
        <Avatar src={user?.avatar ?? ""} size={40} frame={user?.headPortraitBox ?? ""} />
      </Link>
      <Link to={paths.vip()} className={s.level}>
        <span className={s.vip}>{t("vip", { level: user?.vipLevel ?? 0 })}</span>
      </Link>
    </span>
  );
}

function SoundSwitch() {
  const { t } = useTranslation("shell");
  const muted = useSettings((settings) => settings.muted);
  const Icon = muted ? VolumeX : Volume2;
  return (
    <button
      type="button"
      className={cx(s.tool, s.sound)}
      aria-label={t(muted ? "unmute" : "mute")}
      title={t(muted ? "unmute" : "mute")}
      onClick={() => setMuted(!muted)}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
