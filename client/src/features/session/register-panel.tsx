import { valibotResolver } from "@hookform/resolvers/valibot";
import { Check, Circle } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { signIn } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { AgreementBox } from "./agreement.tsx";
import { register as registerPlayer } from "./api.ts";
import { type FormError, passwordHints, RegisterForm, type RegisterValues, strip } from "./credentials.ts";
import { deviceFingerprint } from "./fingerprint.ts";
import s from "./login-dialog.module.css";
import { PasswordField } from "./password-field.tsx";
import { refusalText } from "./refusal.ts";

const loadCommon = () => import("./common-password.ts");

/** Whether the promotion code was refused: unknown, or of an account on this device. */
const isOfCode = (error: unknown) =>
  error instanceof ApiError && (error.code === errorCode.inviterGone || error.code === errorCode.selfReferral);

export function RegisterPanel({ spreadCode }: { spreadCode: string }) {
  const { t } = useTranslation("session");
  const { register, handleSubmit, formState, setError, control } = useForm<RegisterValues>({
    resolver: valibotResolver(RegisterForm),
    defaultValues: { account: "", password: "", spreadCode, agreed: { terms: false, hash: false } },
  });
  const { errors, isSubmitting } = formState;
  const [password, account] = useWatch({ control, name: ["password", "account"] });
  useEffect(() => void deviceFingerprint(), []);
  const say = (message: string | undefined) => message && t(`error.${message as FormError}`);

  const submit = handleSubmit(async (values) => {
    const { isCommon } = await loadCommon();
    if (isCommon(strip(values.password), values.account)) {
      setError("password", { message: "registerPasswordCommon" });
      return;
    }
    const fingerprinId = await deviceFingerprint();
    if (fingerprinId === "") {
      setError("root", { message: t("error.fingerprint") });
      return;
    }
    try {
      const { token } = await registerPlayer({
        phone: values.account,
        password: values.password,
        ...(values.spreadCode === "" ? {} : { spreadCode: values.spreadCode }),
        fingerprinId,
      });
      await signIn(token);
      toast(t("done.register"), "ok");
    } catch (error) {
      setError(isOfCode(error) ? "spreadCode" : "root", { message: refusalText(error, t) });
    }
  });

  const agreed = errors.agreed?.terms?.message ?? errors.agreed?.hash?.message;
  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <div className={s.promise}>
        <img src="/art/boxes/first-light.webp" alt="" width={96} height={72} />
        <p>
          <b>{t("promise.title")}</b>
          {t("promise.text")}
        </p>
      </div>
      <Field
        label={t("account")}
        hint={t("accountHint")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={say(errors.account?.message)}
        {...register("account")}
      />
      <PasswordField
        autoComplete="new-password"
        hint={<PasswordHints password={password} account={account} />}
        error={say(errors.password?.message)}
        {...register("password")}
      />
      <Field
        label={t("spreadCode")}
        autoComplete="off"
        error={errors.spreadCode?.message}
        {...register("spreadCode")}
      />
      <div className={s.agree}>
        <AgreementBox about="terms" {...register("agreed.terms")} />
        <AgreementBox about="hash" {...register("agreed.hash")} />
        {agreed && (
          <p className={s.error} role="alert">
            {say(agreed)}
          </p>
        )}
      </div>
      {errors.root && (
        <p className={s.error} role="alert">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" kind="primary" size="l" busy={isSubmitting}>
        {t("submit.register")}
      </Button>
    </form>
  );
}

/** Whether a password that is being typed is a common one; nothing is met before anything is typed. */
function useUncommon(password: string, account: string): boolean {
  const [isCommon, setIsCommon] = useState<((password: string, account: string) => boolean) | null>(null);
  const begun = password !== "";
  useEffect(() => {
    if (begun) void loadCommon().then((common) => setIsCommon(() => common.isCommon));
  }, [begun]);
  return begun && isCommon !== null && !isCommon(strip(password), strip(account));
}

/** All that the server asks of a password, told while it is typed. */
function PasswordHints({ password, account }: { password: string; account: string }) {
  const { t } = useTranslation("session");
  const hints = { ...passwordHints(password), uncommon: useUncommon(password, account) };
  return (
    <ul className={s.hints}>
      {(["length", "letter", "digit", "uncommon"] as const).map((hint) => {
        const met = hints[hint];
        const Icon = met ? Check : Circle;
        return (
          <li key={hint} data-met={met || undefined}>
            <Icon size={13} aria-hidden />
            {t(`hint.${hint}`)}
            <span className="sr">{t(met ? "hint.met" : "hint.open")}</span>
          </li>
        );
      })}
    </ul>
  );
}
