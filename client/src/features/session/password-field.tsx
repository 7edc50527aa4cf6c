import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../ui/field.tsx";
import s from "./login-dialog.module.css";

export function PasswordField(props: Omit<ComponentProps<typeof Field>, "label" | "end" | "type">) {
  const { t } = useTranslation("session");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      label={t("password")}
      type={shown ? "text" : "password"}
      end={
        <button
          type="button"
          className={s.reveal}
          aria-label={t(shown ? "hidePassword" : "showPassword")}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} aria-hidden />
        </button>
      }
    />
  );
}
