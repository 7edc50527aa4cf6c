import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { useItems } from "../../state/catalog.ts";
import { useOpenBoxes } from "../../state/open-boxes.ts";
import { openLogin, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { OwnGoods } from "../../ui/goods.tsx";
import type { OwnItem } from "./api.ts";
import s from "./hall.module.css";

type OwnItemsProps = Omit<ComponentProps<typeof OwnGoods<OwnItem>>, "look" | "empty" | "onOpenBoxes" | "className">;

/** What lies in the backpack, the most valuable first. */
export function OwnItems(goods: OwnItemsProps) {
  const { t } = useTranslation("upgrade");
  const look = useItems();
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
  return <OwnGoods {...goods} look={look} empty={t("mine.empty")} onOpenBoxes={openBoxes} className={s.goods} />;
}
