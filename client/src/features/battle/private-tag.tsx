import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Tag } from "../../ui/tag.tsx";

export function PrivateTag() {
  const { t } = useTranslation("battle");
  return (
    <Tag kind="gold">
      <Lock size={11} aria-hidden />
      {t("row.private")}
    </Tag>
  );
}
