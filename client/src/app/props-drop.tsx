import { useTranslation } from "react-i18next";
import type { PropsDrop } from "../protocol/gen.ts";
import { paths } from "../routes/paths.ts";
import { useItems } from "../state/catalog.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { ItemCard } from "../ui/item-card.tsx";
import { hideProps } from "./props.ts";
import s from "./props-drop.module.css";

export function PropsDropPopup({ drop }: { drop: PropsDrop }) {
  const { t } = useTranslation("shell");
  const items = useItems();
  return (
    <Dialog title={t("props.title")} onClose={hideProps}>
      <p>{t("props.text", { count: drop.items.length })}</p>
      <ul className={s.items}>
        {drop.items.map((it) => {
          const item = items(it.def);
          return item ? (
            <li key={it.id}>
              <ItemCard item={item} cents={it.valueCents} />
            </li>
          ) : null;
        })}
      </ul>
      <DialogActions>
        <ButtonLink kind="primary" to={paths.backpack()} onClick={hideProps}>
          {t("props.backpack")}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}
