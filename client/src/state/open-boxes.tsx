import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../routes/paths.ts";
import { Button } from "../ui/button.tsx";
import { requireLogin } from "./session.ts";

/** The button of an empty state (product spec §2): to the boxes of home, or to the login for a visitor. */
export function OpenBoxes() {
  const { t } = useTranslation("ui");
  const navigate = useNavigate();
  return (
    <Button kind="primary" onClick={() => requireLogin() && navigate(paths.home())}>
      {t("openBoxes")}
    </Button>
  );
}
