import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { numberedText } from "../../state/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { CAPTCHAS, isDemo, isPhoneFree, type Purpose, sendCode, type Ticket } from "./api.ts";
import { CaptchaDialog } from "./captcha-dialog.tsx";
import { beginPause, usePause } from "./pause.ts";
import { isCode, isPhone } from "./rules.ts";

interface CodeFieldProps {
  purpose: Purpose;
  phone: string;
  value: string;
  onChange: (code: string) => void;
  /** The form was sent: now what is missing is said, too. */
  tried?: boolean;
}

/** A code and the button that sends it: phone checked, captcha passed, a minute between two (product spec §5, §9). */
export function CodeField({ purpose, phone, value, onChange, tried = false }: CodeFieldProps) {
  const { t } = useTranslation("identity");
  const left = usePause();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState({ phone: "", text: "" });
  const refused = refusal.phone === phone ? refusal.text : ""; // it is about that phone
  const setRefused = (text: string) => setRefusal({ phone, text });
  const { data: demo = false } = useQuery({
    queryKey: ["demo"],
    queryFn: isDemo,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // The trade link's dialog has a text of its own (product spec §5).
  const missing = tried && !isCode(value) ? t(purpose === "trade" ? "error.tradeCode" : "error.code") : undefined;

  const begin = async () => {
    setRefused("");
    if (!isPhone(phone)) {
      setRefused(t(phone === "" ? "error.phoneEmpty" : "error.phone"));
      return;
    }
    setBusy(true);
    try {
      // A bound phone cannot be bound again; the other codes go to phones that are bound.
      if (purpose === "bind" && !(await isFree(phone))) setRefused(t("error.phoneTaken"));
      else setAsking(true);
    } catch (problem) {
      setRefused(numberedText(problem));
    }
    setBusy(false);
  };
  const send = async (ticket: Ticket) => {
    setAsking(false);
    setBusy(true);
    try {
      await sendCode(purpose, phone, ticket);
      toast(t("code.sent"), "ok");
      beginPause();
    } catch (problem) {
      setRefused(numberedText(problem));
    }
    setBusy(false);
  };
  const closed = () => {
    setAsking(false);
    toast(t("captcha.closed"), "error");
  };

  return (
    <>
      <Field
        label={t("code.label")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
        error={refused || missing}
        hint={
          demo &&
          left > 0 && (
            <a href={paths.outbox(phone)} target="_blank" rel="noreferrer">
              {t("outbox.open")}
            </a>
          )
        }
        end={
          <Button size="s" busy={busy} disabled={left > 0} onClick={() => void begin()}>
            {left > 0 ? t("code.again", { seconds: left }) : t("code.send")}
          </Button>
        }
      />
      {asking && <CaptchaDialog purpose={CAPTCHAS[purpose]} onPass={(ticket) => void send(ticket)} onClose={closed} />}
    </>
  );
}

/** Beyond its rate limit it answers true: the call for the code then decides, behind the captcha. */
async function isFree(phone: string): Promise<boolean> {
  try {
    return await isPhoneFree(phone);
  } catch (error) {
    if (error instanceof ApiError && error.code === errorCode.rateLimited) return true;
    throw error;
  }
}
