import { useTranslation } from "react-i18next";
import { limits, type RollSummary } from "../../protocol/gen.ts";
import { Field } from "../../ui/field.tsx";
import type { Joining } from "./actions.ts";

/** What a room asks for before one can join: its password, or one that is good once. */
export function PasswordField({
  summary,
  join,
  value,
  onChange,
}: {
  summary: RollSummary;
  join: Joining;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation("roll");
  return (
    <Field
      label={t(summary.joinType === "roll_join_password" ? "join.password" : "join.once")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={limits.rollPasswordLength}
      autoComplete="off"
      error={join.wrongPassword || undefined}
    />
  );
}
