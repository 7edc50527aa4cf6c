import { type ComponentType, createElement, Fragment, lazy } from "react";
import { loadTexts } from "../i18n/setup.ts";
import { whenIdle } from "../state/live.ts";

const popups = () => import("./popups.tsx");

export const InviteToast = lazy(async () => ({ default: (await popups()).InviteToast }));
export const MenuDrawer = lazy(async () => ({ default: (await popups()).MenuDrawer }));
export const ProblemPopup = lazy(async () => ({ default: (await popups()).ProblemPopup }));
export const QuickBag = lazy(async () => {
  const [{ QuickBag: component }] = await Promise.all([
    import("../features/backpack/quick-bag.tsx"),
    loadTexts("backpack"),
  ]);
  return { default: component };
});
export const SearchDialog = lazy(async () => ({ default: (await popups()).SearchDialog }));
export const SignButton = lazy(async () => {
  const [{ SignButton: component }] = await Promise.all([
    import("../features/sign/header-button.tsx"),
    loadTexts("sign"),
  ]);
  return { default: component };
});
export const PropsDropPopup = lazy(async () => ({ default: (await popups()).PropsDropPopup }));

const nothing = () => createElement(Fragment);

/** Fetched when the page has nothing better to do, and not worth a crash: without network the page goes on without it. */
const lazyLater = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    await new Promise<void>((idle) => whenIdle(idle));
    return { default: await load().catch(() => nothing) };
  });

/** Apart from what the first paint waits for, but fetched at once: that there is no network must be told without it. */
export const Toasts = lazy(async () => ({
  default: await import("../ui/toasts.tsx").then(
    ({ Toasts: component }) => component,
    () => nothing,
  ),
}));

export const ConnectionBanner = lazyLater(async () => (await popups()).ConnectionBanner);

export const Later = lazyLater(async () => (await import("./later.tsx")).Later);

/** A problem must be told without network, too: fetched when the page has nothing better to do. */
export const fetchPopups = (): void => whenIdle(() => void popups().catch(() => undefined)); // tried again when opened
