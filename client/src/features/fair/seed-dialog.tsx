import { useQueryClient } from "@tanstack/react-query";
import { Dices } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { chooseSeed } from "../../state/own-draws.ts";
import { reportError } from "../../state/problem.ts";
import { keys } from "../../state/query.ts";
import { patchUser, useSession } from "../../state/session.ts";
import { isUserSeed, randomUserSeed, USER_SEED_MAX } from "../../state/user-seed.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { saveSeed } from "./api.ts";

/** Edit or randomise (product spec §4). */
export function SeedDialog({ seed, onClose }: { seed: string; onClose: () => void }) {
  const { t } = useTranslation("fair");
  const cache = useQueryClient();
  const [value, setValue] = useState(seed);
  const [busy, setBusy] = useState(false);
  const bad = !isUserSeed(value);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (bad || busy) return;
    setBusy(true);
    try {
      await saveSeed(value);
      patchUser({ clientSeed: value });
      chooseSeed(useSession.getState().user?.id ?? "", value);
      await cache.invalidateQueries({ queryKey: keys.seed });
      toast(t("edit.done"), "ok");
      onClose();
    } catch (error) {
      toast(t("edit.failed"), "error");
      reportError(error);
      setBusy(false);
    }
  };

  return (
    <Dialog title={t("edit.title")} size="s" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Field
          label={t("edit.label")}
          hint={t("edit.hint")}
          error={bad ? t("edit.bad") : undefined}
          value={value}
          maxLength={USER_SEED_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setValue(event.target.value)}
          end={
            <Button size="icon" kind="plain" aria-label={t("edit.random")} onClick={() => setValue(randomUserSeed())}>
              <Dices size={20} aria-hidden />
            </Button>
          }
        />
        <DialogActions>
          <Button type="submit" kind="primary" busy={busy} disabled={bad}>
            {t("edit.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
