import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { openIdentity, startSteam } from "../../state/identity.ts";
import { numberedText } from "../../state/problem.ts";
import { closeLogin, signIn } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import { AgreementBox } from "./agreement.tsx";
import { login } from "./api.ts";
import { type FormError, LoginForm, type LoginValues } from "./credentials.ts";
import s from "./login-dialog.module.css";
import { PasswordField } from "./password-field.tsx";

export function LoginPanel() {
  const { t } = useTranslation("session");
  const { register, handleSubmit, formState, setError, trigger } = useForm<LoginValues>({
    resolver: valibotResolver(LoginForm),
    defaultValues: { account: "", password: "", agreed: { warning: false, age: false, hash: false } },
  });
  const { errors, isSubmitting } = formState;
  const say = (message: string | undefined) => message && t(`error.${message as FormError}`);

  const submit = handleSubmit(async ({ account, password }) => {
    try {
      const { token } = await login({ phone: account, password });
      await signIn(token);
      toast(t("done.login"), "ok");
    } catch (error) {
      setError("root", { message: numberedText(error) });
    }
  });

  /** Steam login needs the terms checked (product spec §5). */
  const steam = async () => {
    if (!(await trigger("agreed"))) return;
    await startSteam("login").catch((error: unknown) => setError("root", { message: numberedText(error) }));
  };
  const forgot = () => {
    closeLogin();
    openIdentity("password");
  };

  const agreed = (errors.agreed?.warning ?? errors.agreed?.age ?? errors.agreed?.hash)?.message;
  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <Field
        label={t("account")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={say(errors.account?.message)}
        {...register("account")}
      />
      <PasswordField autoComplete="current-password" error={say(errors.password?.message)} {...register("password")} />
      <div className={s.agree}>
        <AgreementBox about="warning" {...register("agreed.warning")} />
        <AgreementBox about="age" {...register("agreed.age")} />
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
        {t("submit.login")}
      </Button>
      <Button onClick={steam}>{t("steam")}</Button>
      <Button kind="plain" size="s" onClick={forgot}>
        {t("forgot")}
      </Button>
    </form>
  );
}
