import { useSign } from "../../state/sign.ts";
import { BoardDialog } from "./board-dialog.tsx";
import { usePopup } from "./popup.ts";
import { SignPopup } from "./popups.tsx";
import { WeekDialog } from "./week-dialog.tsx";

/** The board or the week's benefit, and what lies over it. Fetched with the first that opens. */
export function SignDialogs() {
  const dialog = useSign((state) => state.dialog);
  const popup = usePopup((state) => state.popup);
  return (
    <>
      {dialog === "board" && <BoardDialog />}
      {dialog === "week" && <WeekDialog />}
      {popup && <SignPopup key={popup.kind} popup={popup} />}
    </>
  );
}
