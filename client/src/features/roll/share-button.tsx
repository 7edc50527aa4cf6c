import { Link2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openLogin, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { shareLink } from "./share.ts";

/** The link counts each player who joins by it as the player's assist: it needs to know whose it is. */
export function ShareButton({ id }: { id: string }) {
  const { t } = useTranslation("roll");
  const code = useSession((session) => session.user?.spreadCode ?? "");
  const share = async () => {
    if (!code) {
      openLogin();
      return;
    }
    const link = shareLink(id, code);
    try {
      await navigator.clipboard.writeText(t("share.message", { link }));
      toast(t("share.copied"), "ok");
    } catch {
      toast(t("share.failed", { link }), "info", true);
    }
  };
  return (
    <Button size="s" aria-label={t("share.button")} onClick={() => void share()}>
      <Link2 size={16} aria-hidden />
      <span>{t("share.button")}</span>
    </Button>
  );
}
