import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useItems } from "../../state/catalog.ts";
import { openLogin, useLoggedIn } from "../../state/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import grid from "../../ui/box-grid.module.css";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Empty, Failed } from "../../ui/empty.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { recentQuery } from "./api.ts";
import s from "./drop-tabs.module.css";
import row from "./items-grid.module.css";
import { OpeningHistory } from "./opening-history.tsx";

type Tab = "recent" | "history";

export function DropTabs({ box }: { box: number }) {
  const { t } = useTranslation("box");
  const panel = useId();
  const [tab, setTab] = useState<Tab>("recent");
  const loggedIn = useLoggedIn();
  return (
    <section className={s.drops}>
      <Tabs<Tab>
        label={t("tabs.label")}
        value={tab}
        onChange={setTab}
        panelId={panel}
        className={s.tabs}
        choices={[
          { value: "recent", label: t("tabs.recent") },
          { value: "history", label: t("tabs.history") },
        ]}
      />
      <div id={panel} role="tabpanel">
        {tab === "recent" ? (
          <RecentDrops box={box} />
        ) : loggedIn ? (
          <OpeningHistory />
        ) : (
          <Empty text={t("historyLogin")}>
            <Button kind="primary" onClick={() => openLogin()}>
              {t("login")}
            </Button>
          </Empty>
        )}
      </div>
    </section>
  );
}

function RecentDrops({ box }: { box: number }) {
  const { t } = useTranslation("box");
  const items = useItems();
  const { data, isError, refetch } = useQuery(recentQuery(box));
  if (!data) {
    if (isError) return <Failed onRetry={() => void refetch()} />;
    return (
      <div className={cx(grid.grid, row.items)} aria-busy>
        <Skeletons count={6} className={s.place} />
      </div>
    );
  }
  if (data.length === 0) return <Empty text={t("recentEmpty")} />;
  return (
    <ul className={cx(grid.grid, row.items)}>
      {data.map((drop) => {
        const item = items(drop.def);
        return (
          item && (
            <li key={drop.id}>
              <ItemCard item={item} cents={drop.valueCents}>
                <div className={s.by}>
                  <Avatar src={drop.avatar} size={22} />
                  <span>{drop.playerName}</span>
                </div>
              </ItemCard>
            </li>
          )
        );
      })}
    </ul>
  );
}
