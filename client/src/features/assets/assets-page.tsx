/** Gems in, R$ out. openType=withdraw opens the second (product spec §2). */

import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { useSession } from "../../state/session.ts";
import { useWallet } from "../../state/wallet.ts";
import { formatCents } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import s from "./assets.module.css";
import { Recharge } from "./recharge.tsx";
import { Withdraw } from "./withdraw.tsx";

const PANEL = "assets";
const WITHDRAW = "withdraw";

export function AssetsPage() {
  const { t } = useTranslation("assets");
  const language = useLanguage();
  const [query, setQuery] = useSearchParams();
  const gems = useWallet((wallet) => wallet.gemsCents);
  const real = useWallet((wallet) => wallet.realCents);
  const known = useSession((session) => session.user !== null);
  const place = query.get("openType") === WITHDRAW ? WITHDRAW : "recharge";
  return (
    <div className={s.page}>
      <h1 className={s.title}>{t("title")}</h1>
      <dl className={s.balances}>
        <div>
          <dt>{t("gems")}</dt>
          <dd>{known ? <Price cents={gems} /> : "–"}</dd>
        </div>
        <div>
          <dt>{t("real")}</dt>
          <dd className="num">{known ? `R$ ${formatCents(real, language)}` : "–"}</dd>
        </div>
      </dl>
      <Tabs
        label={t("title")}
        choices={[
          { value: "recharge", label: t("recharge.tab") },
          { value: WITHDRAW, label: t("withdraw.tab") },
        ]}
        value={place}
        onChange={(next) =>
          setQuery(next === WITHDRAW ? { openType: WITHDRAW } : {}, { replace: true, preventScrollReset: true })
        }
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`${place}.tab`)}>
        {place === WITHDRAW ? <Withdraw /> : <Recharge />}
      </div>
    </div>
  );
}
