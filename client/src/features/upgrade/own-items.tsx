import { useTranslation } from "react-i18next";
import { useItems } from "../../state/catalog.ts";
import { useOpenBoxes } from "../../state/open-boxes.ts";
import { openLogin, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { OpenBoxes } from "../../ui/open-boxes.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import type { OwnItem } from "./api.ts";
import s from "./hall.module.css";

interface OwnItemsProps {
  items: readonly OwnItem[] | undefined;
  failed: boolean;
  onRetry: () => void;
  chosen: ReadonlySet<string>;
  onToggle: (item: OwnItem) => void;
  disabled: boolean;
}

/** What lies in the backpack, the most valuable first. */
export function OwnItems({ items, failed, onRetry, chosen, onToggle, disabled }: OwnItemsProps) {
  const { t } = useTranslation("upgrade");
  const view = useItems();
  const openBoxes = useOpenBoxes();
  const token = useSession((session) => session.token);
  if (token === "") {
    return (
      <Empty text={t("mine.login")} art="/art/empty/backpack.svg">
        <Button kind="primary" onClick={() => openLogin()}>
          {t("mine.loginAction")}
        </Button>
      </Empty>
    );
  }
  if (!items) {
    if (failed) return <Failed onRetry={onRetry} />;
    return (
      <div className={s.goods} aria-busy>
        <Skeletons count={6} className={s.place} />
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <Empty text={t("mine.empty")} art="/art/empty/backpack.svg">
        <OpenBoxes onOpen={openBoxes} />
      </Empty>
    );
  }
  return (
    <ul className={s.goods}>
      {items.map((item) => {
        const look = view(item.def);
        const on = chosen.has(item.id);
        return look ? (
          <li key={item.id}>
            <button
              type="button"
              className={s.good}
              aria-pressed={on}
              aria-disabled={disabled || undefined}
              onClick={() => !disabled && onToggle(item)}
            >
              <ItemCard item={look} cents={item.valueCents} />
            </button>
          </li>
        ) : null;
      })}
    </ul>
  );
}
