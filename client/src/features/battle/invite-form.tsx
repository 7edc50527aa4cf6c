import { Megaphone, Send } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { reportError } from "../../state/problem.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { inviteAll, invitePlayer } from "./api.ts";
import s from "./invite-form.module.css";

interface InviteFormProps {
  readonly id: string;
  /** A private battle's code is not public. */
  readonly isPrivate: boolean;
}

/** The host asks one player, or all players who are there, to join. */
export function InviteForm({ id, isPrivate }: InviteFormProps) {
  const { t } = useTranslation("battle");
  const [player, setPlayer] = useState("");
  const [busy, setBusy] = useState(false);
  const [allAgainAt, setAllAgainAt] = useState(0);
  const waits = usePast(allAgainAt);

  const send = (call: () => Promise<{ readonly nextMs: number }>, done: (nextMs: number) => void) => {
    setBusy(true);
    call()
      .then(({ nextMs }) => done(nextMs), reportError)
      .finally(() => setBusy(false));
  };
  const one = (event: FormEvent) => {
    event.preventDefault();
    const name = player.trim();
    if (name === "" || busy) return;
    send(
      () => invitePlayer(id, name),
      () => {
        toast(t("invites.sent", { name }));
        setPlayer("");
      },
    );
  };
  return (
    <form className={s.form} onSubmit={one}>
      <label className={s.field}>
        <span>{t("invites.who")}</span>
        <input
          value={player}
          maxLength={32}
          autoComplete="off"
          placeholder={t("invites.hint")}
          onChange={(event) => setPlayer(event.target.value)}
        />
      </label>
      <Button type="submit" busy={busy} disabled={player.trim() === ""}>
        <Send size={16} aria-hidden />
        {t("invites.one")}
      </Button>
      {!isPrivate && (
        <Button
          busy={busy}
          disabled={waits}
          onClick={() =>
            send(
              () => inviteAll(id),
              (nextMs) => {
                toast(t("invites.sentAll"));
                setAllAgainAt(Date.now() + nextMs);
              },
            )
          }
        >
          <Megaphone size={16} aria-hidden />
          {t(waits ? "invites.wait" : "invites.all")}
        </Button>
      )}
    </form>
  );
}

/** True until a moment of this device's clock has come. */
function usePast(atMs: number): boolean {
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const left = atMs - Date.now();
    setWaits(left > 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setWaits(false), left);
    return () => clearTimeout(timer);
  }, [atMs]);
  return waits;
}
