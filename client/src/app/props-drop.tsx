import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { paths } from "../paths.ts";
import type { PropsDrop } from "../protocol/gen.ts";
import { useItems } from "../state/catalog.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { ItemCard } from "../ui/item-card.tsx";
import s from "./props-drop.module.css";

const useProps = create<{ drop: PropsDrop | null }>(() => ({ drop: null }));

const hide = () => useProps.setState({ drop: null });

/** Shows items that the player was given (product spec §2, "reward-drop popup"). */
export const showProps = (drop: PropsDrop): void => useProps.setState({ drop });

export function PropsDropPopup() {
  const { t } = useTranslation("shell");
  const drop = useProps((state) => state.drop);
  const items = useItems();
  if (!drop) return null;
  return (
    <Dialog title={t("props.title")} onClose={hide}>
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
        <ButtonLink kind="primary" to={paths.backpack()} onClick={hide}>
          {t("props.backpack")}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}
