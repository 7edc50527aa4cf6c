import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../paths.ts";
import { numberedText } from "../../state/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import { isDemo, isPhoneFree, type Purpose, sendCode, type Ticket } from "./api.ts";
import { CaptchaDialog } from "./captcha-dialog.tsx";
import { isPhone } from "./rules.ts";

/** Product spec §9. */
const PAUSE_S = 60;

/** Seconds left of a pause; it ends by itself. */
export function usePause(): [left: number, begin: () => void] {
  const [untilMs, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (untilMs === 0) return;
    const tick = () => {
      const seconds = Math.ceil((untilMs - Date.now()) / 1000);
      setLeft(Math.max(0, seconds));
      if (seconds <= 0) setUntil(0);
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return [left, () => setUntil(Date.now() + PAUSE_S * 1000)];
}

interface CodeFieldProps {
  purpose: Purpose;
  phone: string;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}

/** A code and the button that sends it: phone checked, captcha passed, a minute between two (product spec §5, §9). */
export function CodeField({ purpose, phone, value, onChange, error }: CodeFieldProps) {
  const { t } = useTranslation("identity");
  const [left, pause] = usePause();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const { data: demo = false } = useQuery({
    queryKey: ["demo"],
    queryFn: isDemo,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const begin = async () => {
    setRefused("");
    if (!isPhone(phone)) {
      setRefused(t(phone === "" ? "error.phoneEmpty" : "error.phone"));
      return;
    }
    setBusy(true);
    try {
      // A phone that is somebody's cannot be bound; the other codes go to phones that are bound.
      if (purpose === "bind" && !(await isPhoneFree(phone))) setRefused(t("error.phoneTaken"));
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
      pause();
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
        error={refused || error}
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
      {asking && <CaptchaDialog onPass={(ticket) => void send(ticket)} onClose={closed} />}
    </>
  );
}
