import { valibotResolver } from "@hookform/resolvers/valibot";
import { type ComponentType, Suspense, useState } from "react";
import { type FieldErrors, type UseFormRegisterReturn, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { openIdentity } from "../../state/identity.ts";
import { numberedText } from "../../state/problem.ts";
import { type Second, secondOf } from "../../state/second.ts";
import { closeLogin, signIn } from "../../state/session.ts";
import { startSteam } from "../../state/steam.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.ts";
import { AgreementBox } from "./agreement.tsx";
import { login, type Ticket } from "./api.ts";
import { type FormError, LoginForm, type LoginValues, SteamForm, type SteamValues } from "./credentials.ts";
import s from "./login-dialog.module.css";
import { PasswordField } from "./password-field.tsx";
import { refusalText } from "./refusal.ts";

/** Asks whether a person logs in, and gives a ticket after a right answer. */
export type Captcha = ComponentType<{
  purpose: "login";
  onPass: (ticket: Ticket) => void;
  onClose: () => void;
}>;

/** Ends a login that lacks its second factor. */
export type Factor = ComponentType<{ second: Second; onDone: () => void; onClose: () => void }>;

/** What a login may be asked for, which is fetched then. */
export interface Asked {
  readonly captcha: Captcha;
  readonly factor: Factor;
}

const METHODS = ["password", "steam"] as const;
type Method = (typeof METHODS)[number];

/**
 * Chinese players see one form with Steam below it; for the others each way to log in stands for itself (product spec
 * §2).
 */
export function LoginPanel({ asked }: { asked: Asked }) {
  const { t } = useTranslation("session");
  const chinese = useLanguage() === "zh";
  const [method, setMethod] = useState<Method>("password");
  if (chinese) return <LoginByPassword asked={asked} withSteam />;
  return (
    <div className={s.form}>
      <Tabs
        label={t("methods.label")}
        value={method}
        onChange={setMethod}
        choices={METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
      />
      {method === "password" ? <LoginByPassword asked={asked} /> : <LoginBySteam />}
    </div>
  );
}

const NOT_AGREED = { warning: false, age: false, hash: false };

interface ByPasswordProps {
  asked: Asked;
  withSteam?: boolean;
}

function LoginByPassword({ asked: { captcha: Captcha, factor: Factor }, withSteam = false }: ByPasswordProps) {
  const { t } = useTranslation("session");
  const [asked, setAsked] = useState(false);
  const [second, setSecond] = useState<Second | null>(null);
  const { register, handleSubmit, formState, setError, trigger } = useForm<LoginValues>({
    resolver: valibotResolver(LoginForm),
    defaultValues: { account: "", password: "", agreed: NOT_AGREED },
  });
  const { errors, isSubmitting } = formState;
  const say = (message: string | undefined) => message && t(`error.${message as FormError}`);

  const enter = (ticket?: Ticket) =>
    handleSubmit(async ({ account, password }) => {
      try {
        const { token } = await login({ phone: account, password, ...ticket });
        await signIn(token);
        toast(t("done.login"), "ok");
      } catch (error) {
        const lacks = secondOf(error);
        setSecond(lacks);
        if (lacks !== null) return;
        setAsked(error instanceof ApiError && error.code === errorCode.loginCaptcha);
        setError("root", { message: refusalText(error, t) });
      }
    });
  const pass = (ticket: Ticket) => {
    setAsked(false);
    void enter(ticket)();
  };

  /** Steam login needs the terms checked (product spec §5). */
  const steam = async () => {
    if (!(await trigger("agreed"))) return;
    await startSteam("login").catch((error: unknown) => setError("root", { message: numberedText(error) }));
  };
  const forgot = () => {
    closeLogin();
    openIdentity("password");
  };

  const close = () => setSecond(null);
  const done = () => toast(t("done.login"), "ok");
  const form = (
    <form className={s.form} onSubmit={enter()} noValidate>
      <Field
        label={t("loginAccount")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={say(errors.account?.message)}
        {...register("account")}
      />
      <PasswordField autoComplete="current-password" error={say(errors.password?.message)} {...register("password")} />
      <Agreements box={(about) => register(`agreed.${about}`)} errors={errors} />
      <Button type="submit" kind="primary" size="l" busy={isSubmitting}>
        {t("submit.login")}
      </Button>
      {withSteam && <Button onClick={steam}>{t("steam")}</Button>}
      <Button kind="plain" size="s" onClick={forgot}>
        {t("forgot")}
      </Button>
      <Suspense>{asked && <Captcha purpose="login" onPass={pass} onClose={() => setAsked(false)} />}</Suspense>
    </form>
  );
  return (
    <>
      {form}
      {/* beside the form: it has one of its own */}
      <Suspense>{second !== null && <Factor second={second} onDone={done} onClose={close} />}</Suspense>
    </>
  );
}

function LoginBySteam() {
  const { t } = useTranslation("session");
  const { register, handleSubmit, formState, setError } = useForm<SteamValues>({
    resolver: valibotResolver(SteamForm),
    defaultValues: { agreed: NOT_AGREED },
  });
  const submit = handleSubmit(() =>
    startSteam("login").catch((error: unknown) => setError("root", { message: numberedText(error) })),
  );
  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <p>{t("methods.steamText")}</p>
      <Agreements box={(about) => register(`agreed.${about}`)} errors={formState.errors} />
      <Button type="submit" kind="primary" size="l" busy={formState.isSubmitting}>
        {t("steam")}
      </Button>
    </form>
  );
}

interface AgreementsProps {
  /** Registers a box with the form that has it. */
  box: (about: keyof SteamValues["agreed"]) => UseFormRegisterReturn;
  errors: FieldErrors<SteamValues>;
}

/** The three boxes of every login, and why it was refused. */
function Agreements({ box, errors }: AgreementsProps) {
  const { t } = useTranslation("session");
  const missing = (errors.agreed?.warning ?? errors.agreed?.age ?? errors.agreed?.hash)?.message;
  const problem = missing ? t(`error.${missing as FormError}`) : errors.root?.message;
  return (
    <>
      <div className={s.agree}>
        <AgreementBox about="warning" {...box("warning")} />
        <AgreementBox about="age" {...box("age")} />
        <AgreementBox about="hash" {...box("hash")} />
      </div>
      {problem && (
        <p className={s.error} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
