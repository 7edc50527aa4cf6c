import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { errorText } from "../../state/problem.ts";
import { renewSession } from "../../state/renewal.ts";
import { type Second, secondOf } from "../../state/second.ts";
import { type ErrorName, useServerText } from "../../state/server-text.ts";
import { spreadCode as codeOfLink } from "../../state/spread.ts";
import { type SteamPurpose, startSteam, takeSteamPurpose } from "../../state/steam.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { steamBind, steamLogin, steamRegister } from "./api.ts";
import { CodeField } from "./code-field.tsx";
import { FactorLogin } from "./factor-login.tsx";
import s from "./form.module.css";
import { useSubmit } from "./form.ts";
import { NewPassword, PhoneField } from "./phone-dialog.tsx";
import { Refused } from "./refused.tsx";
import { isCode, isPhone, strip } from "./rules.ts";
import { answerOf } from "./steam-answer.ts";

/**
 * Where the provider sends the browser back to: the stored purpose decides whether it logs in or binds (product spec
 * §4).
 */
export function SteamReturn() {
  const { t } = useTranslation("identity");
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const begun = useRef(false);
  const [purpose, setPurpose] = useState<SteamPurpose>("login");
  const [refused, setRefused] = useState<unknown>(null);
  const [steamId, setSteamId] = useState("");
  const [second, setSecond] = useState<Second | null>(null);
  const enter = () => {
    toast(t("steam.loggedIn"), "ok");
    void navigate(paths.home(), { replace: true });
  };

  useEffect(() => {
    if (begun.current) return; // the answer is good once
    begun.current = true;
    const answer = answerOf(search);
    void navigate(pathname, { replace: true }); // neither a reload nor a shared address repeats it
    const what = takeSteamPurpose();
    setPurpose(what);
    const finish = async () => {
      const { token, steamId: id } = await renewSession(() =>
        what === "login" ? steamLogin(answer) : steamBind(answer),
      );
      if (token === "") {
        setSteamId(id);
        return;
      }
      toast(t(what === "login" ? "steam.loggedIn" : "steam.bound"), "ok");
      void navigate(what === "login" ? paths.home() : paths.account(), { replace: true });
    };
    finish().catch((error: unknown) => {
      setSecond(secondOf(error));
      setRefused(error);
    });
  }, [navigate, pathname, search, t]);

  if (steamId !== "") return <Registration steamId={steamId} />;
  if (refused === null) return <Skeleton className={s.waiting} />;
  return (
    <Card className={cx(s.form, s.alone)}>
      <h1>{t("steam.title")}</h1>
      <Refusal error={refused} />
      <Button onClick={() => void startSteam(purpose).catch(setRefused)}>{t("steam.again")}</Button>
      {second !== null && <FactorLogin second={second} onDone={enter} onClose={() => setSecond(null)} />}
    </Card>
  );
}

const REFUSALS: Readonly<Record<number, ErrorName>> = {
  [errorCode.steamRefused]: "steamRefused",
  [errorCode.steamTaken]: "steamTaken",
};

function Refusal({ error }: { error: unknown }) {
  const code = error instanceof ApiError ? error.code : 0;
  const text = useServerText(REFUSALS[code], errorText(error));
  return <Refused text={code === 0 ? text : `${text} (${code})`} />;
}

/** A Steam account that is not bound gets an account of its own, with a phone. */
function Registration({ steamId }: { steamId: string }) {
  const { t } = useTranslation("identity");
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [query] = useSearchParams();
  const [spreadCode, setSpreadCode] = useState(() => codeOfLink(query));
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, refused, submit } = useSubmit(async () => {
    setTried(true);
    if (!isPhone(phone) || !isCode(code)) return;
    const body = { steamId, phone, code, ...(spreadCode === "" ? {} : { spreadCode }) };
    const made = await renewSession(() => steamRegister(body));
    setPassword(made.password);
  });
  if (password !== "") return <NewPassword password={password} />;
  return (
    <Card className={cx(s.form, s.alone)}>
      <h1>{t("steam.register")}</h1>
      <form className={s.form} onSubmit={submit} noValidate>
        <p className={s.text}>{t("steam.text")}</p>
        <PhoneField value={phone} onChange={setPhone} tried={tried} />
        <CodeField purpose="bind" phone={phone} value={code} onChange={setCode} tried={tried} />
        <Field
          label={t("steam.spread")}
          autoComplete="off"
          maxLength={32}
          value={spreadCode}
          onChange={(event) => setSpreadCode(strip(event.target.value))}
        />
        <Refused text={refused} />
        <DialogActions>
          <Button type="submit" kind="primary" busy={busy}>
            {t("steam.confirm")}
          </Button>
        </DialogActions>
      </form>
    </Card>
  );
}
