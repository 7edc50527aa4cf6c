import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";

/** The button of an empty state (product spec §2). */
export function OpenBoxes({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation("ui");
  return (
    <Button kind="primary" onClick={onOpen}>
      {t("openBoxes")}
    </Button>
  );
}
