import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { closeIdentity } from "../../state/identity.ts";
import { queryClient } from "../../state/query.ts";
import { realNameQuiet } from "../../state/real-name-day.ts";
import { loadUser, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/empty.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";
import { formatAmount, formatTime } from "../../ui/number.ts";
import { QuietBox } from "../../ui/quiet-box.tsx";
import { toast } from "../../ui/toast.ts";
import { cardConfig, eraseCard, exportCard, shownCard, verifyCard } from "./api.ts";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { Refused } from "./refused.tsx";
import { isCard, stripCard } from "./rules.ts";

/**
 * Name and card; once a registry has confirmed them the fields are disabled and no button confirms them (product spec
 * §4). What was declared before a registry was asked is shown, and can be confirmed.
 */
export function RealNameDialog() {
  const { t } = useTranslation("identity");
  const state = useSession(({ user }) => user?.realNameState ?? "none");
  const [confirming, setConfirming] = useState(false);
  const { data } = useQuery({ queryKey: ["card-config"], queryFn: cardConfig, staleTime: Number.POSITIVE_INFINITY });
  const form = data && !data.open ? <p className={s.text}>{t("realName.closed")}</p> : <VerifyForm />;
  const declared = state === "declared" && (
    <div className={s.form}>
      <p className={s.text}>{t("realName.declared")}</p>
      <DialogActions>
        <Button kind="primary" onClick={() => setConfirming(true)}>
          {t("realName.confirm")}
        </Button>
      </DialogActions>
    </div>
  );
  const shown = state !== "none" && !confirming;
  return (
    <Dialog title={t("realName.title")} size="s" onClose={closeIdentity}>
      {shown && declared}
      {shown ? <Verified /> : form}
      {state === "none" && (
        <div className={s.quiet}>
          <QuietBox flag={realNameQuiet}>{t("realName.quiet")}</QuietBox>
        </div>
      )}
    </Dialog>
  );
}

function VerifyForm() {
  const { t } = useTranslation("identity");
  const language = useLanguage();
  const { data } = useQuery({ queryKey: ["card-config"], queryFn: cardConfig, staleTime: Number.POSITIVE_INFINITY });
  const reward = Number(data?.reward ?? 0.1);
  const [name, setName] = useState("");
  const [card, setCard] = useState("");
  const [consent, setConsent] = useState(false);
  const [tried, setTried] = useState(false);
  const nameError = name.trim() === "" ? t("error.name") : undefined;
  const cardError = card === "" ? t("error.cardEmpty") : isCard(card) ? undefined : t("error.card");
  const { busy, refused, submit } = useSubmit(async () => {
    setTried(true);
    if (nameError || cardError || !consent) return;
    await verifyCard(name.trim(), card);
    await Promise.all([loadUser(), queryClient.invalidateQueries({ queryKey: ["mine", "card"] })]);
    toast(t("realName.done"), "ok");
    closeIdentity();
  });
  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <p className={s.text}>{t("realName.notice", { reward: formatAmount(reward, language) })}</p>
      <p className={s.text}>{t("realName.registry")}</p>
      <Field
        label={t("realName.name")}
        autoComplete="name"
        maxLength={20}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={tried ? nameError : undefined}
      />
      <Field
        label={t("realName.card")}
        autoComplete="off"
        maxLength={24}
        value={card}
        onChange={(event) => setCard(stripCard(event.target.value))}
        error={tried ? cardError : undefined}
      />
      <Checkbox checked={consent} onChange={(event) => setConsent(event.target.checked)}>
        {t("realName.consent")}
      </Checkbox>
      <Refused text={refused} />
      <DialogActions>
        <Button type="submit" kind="primary" busy={busy} disabled={!consent}>
          {t("realName.confirm")}
        </Button>
      </DialogActions>
    </form>
  );
}

function Verified() {
  const { t } = useTranslation("identity");
  const language = useLanguage();
  const cache = useQueryClient();
  const { data, isError, refetch } = useQuery({ queryKey: ["mine", "card"], queryFn: shownCard });
  const [password, setPassword] = useState("");
  const [sure, setSure] = useState(false);
  const [whole, setWhole] = useState<{ name: string; card: string } | null>(null);
  const show = useSubmit(async () => setWhole(await exportCard(password)));
  const erase = useSubmit(async () => {
    await eraseCard(password);
    await loadUser();
    cache.removeQueries({ queryKey: ["mine", "card"] });
    toast(t("realName.erased"), "ok");
    closeIdentity();
  });
  const refused = show.refused || erase.refused;
  // An account that came by Steam has no password: the server asks for a new login where the last one is too old, and
  // the dialog for a word more before it erases.
  const byPassword = data?.password;
  const unproved = byPassword === undefined || (byPassword && password === "");
  return (
    <form className={s.form} onSubmit={show.submit} noValidate>
      {isError && !data && <Failed onRetry={() => void refetch()} />}
      <Field label={t("realName.name")} value={whole?.name ?? data?.name ?? ""} disabled readOnly />
      <Field
        label={t("realName.card")}
        value={whole?.card ?? (data ? `**************${data.last}` : "")}
        disabled
        readOnly
      />
      {data?.state === "confirmed" && (
        <p className={s.text}>{t("realName.confirmed", { time: formatTime(data.atMs, language) })}</p>
      )}
      {data && <p className={s.text}>{t(byPassword ? "realName.own" : "realName.ownByLogin")}</p>}
      {byPassword && (
        <Field
          label={t("realName.password")}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {byPassword === false && (
        <Checkbox checked={sure} onChange={(event) => setSure(event.target.checked)}>
          {t("realName.eraseSure")}
        </Checkbox>
      )}
      <Refused text={refused} />
      <DialogActions>
        <Button type="submit" busy={show.busy} disabled={unproved}>
          {t("realName.export")}
        </Button>
        <Button
          kind="danger"
          busy={erase.busy}
          disabled={unproved || (byPassword === false && !sure)}
          onClick={erase.submit}
        >
          {t("realName.erase")}
        </Button>
      </DialogActions>
    </form>
  );
}
