import { useTranslation } from "react-i18next";
import { Field } from "../../ui/field.tsx";
import { isNewPassword, strip } from "./rules.ts";

interface NewPasswordFieldProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** The form was sent once: an empty password is told, too. */
  readonly tried: boolean;
}

/** A new password by the rules of product spec §5. */
export function NewPasswordField({ value, onChange, tried }: NewPasswordFieldProps) {
  const { t } = useTranslation("identity");
  return (
    <Field
      label={t("password.label")}
      type="password"
      autoComplete="new-password"
      maxLength={20}
      value={value}
      onChange={(event) => onChange(strip(event.target.value))}
      error={(tried || value !== "") && !isNewPassword(value) ? t("error.newPassword") : undefined}
    />
  );
}
