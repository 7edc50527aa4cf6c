import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { BattleMode } from "../../protocol/gen.ts";
import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../ui/number.ts";
import { Select } from "../../ui/select.tsx";
import s from "./lobby.module.css";
import { anyBattle, type LobbyFilter } from "./lobby-state.ts";

/** Upper bounds in cents; 0 = none. */
const PRICE_STEPS = [0, 2_000, 10_000, 50_000, 200_000];
const SEATS = ["0", "2", "3", "4"] as const;

export function LobbyFilters({ filter, onChange }: { filter: LobbyFilter; onChange: (filter: LobbyFilter) => void }) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const gems = (cents: number) => formatCount(cents / 100, language);
  const bands = PRICE_STEPS.map((min, i) => {
    const max = PRICE_STEPS[i + 1] ?? 0;
    const label =
      min === 0
        ? t("lobby.below", { max: gems(max) })
        : max === 0
          ? t("lobby.above", { min: gems(min) })
          : t("lobby.between", { min: gems(min), max: gems(max) });
    return { value: `${min}-${max}`, label };
  });
  return (
    <div className={s.filters}>
      <Select
        label={t("lobby.filterMode")}
        value={filter.mode}
        choices={[
          { value: "all", label: t("lobby.all") },
          ...BattleMode.values.map((mode) => ({ value: mode, label: t(`mode.${mode}`) })),
        ]}
        onChange={(mode) => onChange({ ...filter, mode })}
      />
      <Select
        label={t("lobby.filterSeats")}
        value={SEATS.find((n) => Number(n) === filter.seats) ?? "0"}
        choices={SEATS.map((n) => ({ value: n, label: n === "0" ? t("lobby.anySeats") : t("create.seatsOf", { n }) }))}
        onChange={(n) => onChange({ ...filter, seats: Number(n) })}
      />
      <Select
        label={t("lobby.filterPrice")}
        value={`${filter.minCents}-${filter.maxCents}`}
        choices={[{ value: "0-0", label: t("lobby.anyPrice") }, ...bands]}
        onChange={(band) => {
          const [min, max] = band.split("-").map(Number);
          onChange({ ...filter, minCents: min ?? 0, maxCents: max ?? 0 });
        }}
      />
      {filter !== anyBattle && (
        <Button kind="plain" onClick={() => onChange(anyBattle)}>
          {t("lobby.clear")}
        </Button>
      )}
    </div>
  );
}
