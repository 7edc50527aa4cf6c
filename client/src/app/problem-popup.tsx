import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { refusalData } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";
import { paths } from "../routes/paths.ts";
import { openIdentity } from "../state/identity.ts";
import { closeProblem, type Problem } from "../state/problem.ts";
import { type ErrorName, useServerText } from "../state/server-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import s from "./problem-popup.module.css";

/** Where a player makes the inventory on the game platform visible. */
const PRIVACY_SETTINGS = "https://steamcommunity.com/my/edit/settings";

const SHOWN = ["oddsHash", "commit"] as const;
type Shown = (typeof SHOWN)[number];

/** What of a draw, other than its price, is not any more what the player was shown. */
const changedOf = (problem: Problem): Shown | undefined =>
  SHOWN.find((field) => field === refusalData(problem, errorCode.priceChanged)?.field);

/** `text` is for where its own words cannot be fetched. */
function Changed({ what, text }: { what: Shown; text: string }) {
  const { t } = useTranslation("fair");
  return t(`notShown.${what}`, { defaultValue: text });
}

/** The result/error popup of product spec §8: some numbers come with a way on. */
export function ProblemPopup({ problem }: { problem: Problem }) {
  const { t } = useTranslation(["shell", "ui"]);
  const navigate = useNavigate();

  const ways: Readonly<Record<number, { name: ErrorName; label: string; go: () => void }>> = {
    [errorCode.funds]: { name: "funds", label: t("problem.getGems"), go: () => void navigate(paths.assets()) },
    [errorCode.emptyBag]: {
      name: "emptyBag",
      label: t("problem.openBoxes"),
      go: () => void navigate(paths.caseList("csgo")),
    },
    [errorCode.realName]: { name: "realName", label: t("problem.verifyName"), go: () => openIdentity("realName") },
    [errorCode.tradeLink]: { name: "tradeLink", label: t("problem.tradeLink"), go: () => openIdentity("trade") },
    [errorCode.private]: {
      name: "private",
      label: t("problem.privacy"),
      go: () => void open(PRIVACY_SETTINGS, "_blank", "noopener"),
    },
    [errorCode.priceChanged]: { name: "priceChanged", label: t("problem.reload"), go: () => location.reload() },
  };
  const way = ways[problem.code];
  const text = useServerText(way?.name, problem.message);
  const changed = changedOf(problem);
  return (
    <Dialog title={t("problem.title")} size="s" onClose={closeProblem}>
      <p role="alert">{changed ? <Changed what={changed} text={text} /> : text}</p>
      {!way && <p className={s.support}>{t("problem.support")}</p>}
      <p className={s.number}>{t("problem.number", { code: problem.code })}</p>
      <DialogActions>
        <Button onClick={closeProblem}>{t("ui:close")}</Button>
        {way && (
          <Button
            kind="primary"
            onClick={() => {
              closeProblem();
              way.go();
            }}
          >
            {way.label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
