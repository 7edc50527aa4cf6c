import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useIntent } from "../../state/intent.ts";
import { errorText, reportError, useProblem } from "../../state/problem.ts";
import { patchWallet } from "../../state/wallet.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ItemCard, type ItemLook } from "../../ui/item-card.tsx";
import { formatCents } from "../../ui/number.ts";
import { sound } from "../../ui/sound.ts";
import { buy, type Offer } from "./api.ts";
import s from "./mall.module.css";

const STORE: ReadonlySet<number> = new Set([errorCode.mallGone, errorCode.mallSoldOut]);

/** Errors of the store itself say in a popup whom to ask (product spec §8). */
function refuse(error: unknown): void {
  if (error instanceof ApiError && STORE.has(error.code)) {
    sound.denied();
    useProblem.setState({ problem: { code: error.code, message: errorText(error) } });
  } else reportError(error);
}

/** Asks before it buys, and says where the item lies afterwards. */
export function BuyDialog({ item, offer, onClose }: { item: ItemLook; offer: Offer; onClose: () => void }) {
  const { t } = useTranslation(["mall", "ui"]);
  const language = useLanguage();
  const cache = useQueryClient();
  const intent = useIntent();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [seen] = useState(offer.priceCents); // what the player agrees to, whatever the page loads meanwhile

  const run = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const bought = await intent.run([offer.id, seen], (key) => buy(offer.id, seen, key));
      patchWallet({ gemsCents: bought.balanceCents, bagCount: bought.bagCount });
      sound.coin();
      setDone(true);
      void cache.invalidateQueries({ queryKey: ["mine"] });
    } catch (error) {
      refuse(error);
      onClose();
      void cache.invalidateQueries({ queryKey: ["mall"] });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={t(done ? "bought.title" : "confirm.title")} size="s" onClose={onClose}>
      <div className={s.ask}>
        <ItemCard item={item} cents={seen} eager />
        <p role={done ? "status" : undefined}>
          {done
            ? t("bought.text")
            : t("confirm.text", {
                price: formatCents(seen, language),
                value: formatCents(offer.valueCents, language),
              })}
        </p>
      </div>
      <DialogActions>
        {done ? (
          <>
            <ButtonLink to={paths.backpack()}>{t("bought.bag")}</ButtonLink>
            <Button kind="primary" onClick={onClose}>
              {t("bought.more")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t("ui:cancel")}</Button>
            <Button kind="primary" busy={busy} onClick={() => void run()}>
              {t("confirm.action", { price: formatCents(seen, language) })}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
