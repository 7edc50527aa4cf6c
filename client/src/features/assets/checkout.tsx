/** A payment under way: what to do, asked every second until it has ended. */
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { queryClient } from "../../state/query.ts";
import { loadUser, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Gem } from "../../ui/gem.tsx";
import { formatCents } from "../../ui/number.ts";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import { payKeys, payState, type Reply } from "./api.ts";
import s from "./assets.module.css";
import { PIX, safeAddress } from "./ways.ts";

/** Product spec §4: "polled every second". */
const POLL_MS = 1000;

export function Checkout({ first, inWindow, onClose }: { first: Reply; inWindow: boolean; onClose: () => void }) {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const { data: order = first } = useQuery({
    queryKey: payKeys.state(first.id),
    queryFn: () => payState(first.id),
    initialData: first,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "waiting" || !state.data ? POLL_MS : false),
    refetchIntervalInBackground: true, // the payer is in another window
  });
  const { state } = order;
  useEffect(() => {
    if (state === "waiting") return;
    if (state === "paid") sound.coin();
    const level = useSession.getState().user?.vipLevel ?? 0;
    void loadUser().then(() => {
      const now = useSession.getState().user?.vipLevel ?? 0;
      if (now > level) toast(i18next.t("recharge.levelUp", { level: now, ns: "assets" }), "ok");
    });
    void queryClient.invalidateQueries({ queryKey: ["mine", "pay"] }); // a new level has another bonus
  }, [state]); // once for each end: another language is not another payment
  return (
    <Dialog title={t("checkout.title")} onClose={onClose}>
      <p className={s.due}>
        {t("checkout.due", {
          price: formatCents(order.priceCents, language),
          gems: formatCents(order.gemsCents, language),
        })}
      </p>
      <div role="status" aria-live="polite" data-state={state} className={s.outcome}>
        {state === "paid" && <Gem size={56} />}
        <b>{t(`checkout.${state}`)}</b>
        {state === "paid" && (
          <p>{t("checkout.credited", { gems: formatCents(order.gemsCents + order.bonusCents, language) })}</p>
        )}
      </div>
      {state === "waiting" && <HowTo order={first} inWindow={inWindow} />}
      <DialogActions>
        <Button kind={state === "waiting" ? "ghost" : "primary"} onClick={onClose}>
          {t(state === "waiting" ? "checkout.later" : "checkout.done")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function HowTo({ order, inWindow }: { order: Reply; inWindow: boolean }) {
  const { t } = useTranslation("assets");
  const { url = "", page = "", text = "", frame = "" } = order;
  const address = safeAddress(url, location.origin);
  const bank = page === "" ? null : safeAddress(page, location.origin);
  switch (order.action) {
    case "qr_code":
      return (
        <div className={s.code}>
          <img src={order.qrImage} alt={t("checkout.code")} width={232} height={232} />
          <p>{t(order.type === PIX ? "checkout.scanPix" : "checkout.scan")}</p>
          <CopyText label={t("checkout.copy")} text={text.startsWith("/") ? location.origin + text : text} />
          {bank !== null && (
            <a className={s.window} href={bank} target="_blank" rel="noreferrer">
              {t("checkout.bank")}
            </a>
          )}
        </div>
      );
    case "checkout":
      // No scripts and no access to this page: only a form that opens a window, which is an ordinary one. It is a
      // document of its own, because one in srcDoc inherits this page's policy, which lets no form lead to the
      // provider.
      if (!frame.startsWith("/api/pay/checkout/")) break;
      return (
        <iframe
          className={s.frame}
          title={t("checkout.frame")}
          src={frame}
          sandbox="allow-forms allow-popups allow-popups-to-escape-sandbox"
        />
      );
    case "open":
      if (address !== null && inWindow)
        return (
          <a className={s.window} href={address} target="_blank" rel="noreferrer">
            {t("checkout.window")}
          </a>
        );
  }
  return <p role="alert">{t("checkout.failed")}</p>;
}
