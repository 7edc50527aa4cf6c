import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { closeIdentity, openIdentity } from "../../state/identity.ts";
import { patchUser, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { setTradeUrl, smsStatus } from "./api.ts";
import { CodeField } from "./code-field.tsx";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { PhoneField } from "./phone-dialog.tsx";
import { Refused } from "./refused.tsx";
import { isCode, isPhone, strip } from "./rules.ts";

/** The trade link, proved by a code to the bound phone; without short messages no code is asked for. */
export function TradeDialog() {
  const { t } = useTranslation("identity");
  const user = useSession((session) => session.user);
  const { data: sms = true } = useQuery({
    queryKey: ["sms-status"],
    queryFn: smsStatus,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [link, setLink] = useState(user?.steamUrl ?? "");
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, refused, submit } = useSubmit(async () => {
    setTried(true);
    if (link === "" || (sms && !(isPhone(phone) && isCode(code)))) return;
    await setTradeUrl(link, code);
    patchUser({ steamUrl: link });
    toast(t("trade.done"), "ok");
    closeIdentity();
  });
  if (sms && user?.boundPhone === "") {
    return (
      <Dialog title={t("trade.title")} size="s" onClose={closeIdentity}>
        <p className={s.text}>{t("trade.phoneFirst")}</p>
        <DialogActions>
          <Button kind="primary" onClick={() => openIdentity("phone")}>
            {t("phone.title")}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t("trade.title")} size="s" onClose={closeIdentity}>
      <form className={s.form} onSubmit={submit} noValidate>
        <Field
          label={t("trade.label")}
          inputMode="url"
          autoComplete="off"
          maxLength={256}
          value={link}
          onChange={(event) => setLink(strip(event.target.value))}
          error={tried && link === "" ? t("error.trade") : undefined}
          hint={t("trade.hint")}
        />
        {sms && (
          <>
            <PhoneField value={phone} onChange={setPhone} tried={tried} />
            <CodeField purpose="trade" phone={phone} value={code} onChange={setCode} tried={tried} />
          </>
        )}
        <Refused text={refused} />
        <DialogActions>
          <Button type="submit" kind="primary" busy={busy}>
            {t("trade.confirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
