import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { Checkbox } from "../../ui/field.tsx";
import { formatCents, formatTime } from "../../ui/number.ts";
import { Select } from "../../ui/select.tsx";
import s from "./entry-voucher.module.css";
import type { HeldVoucher } from "./entry-voucher.ts";

/** One voucher is a box to tick; of several one is chosen. Nothing without any. */
export function EntryVoucherChoice({
  vouchers,
  chosen,
  onChoose,
}: {
  vouchers: readonly HeldVoucher[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const [only] = vouchers;
  if (!only) return null;
  if (vouchers.length === 1) {
    return (
      <Checkbox checked={chosen === only.id} onChange={(event) => onChoose(event.target.checked ? only.id : "")}>
        {t("wait.card", { worth: formatCents(only.worthCents, language) })}
      </Checkbox>
    );
  }
  const label = ({ worthCents, expiresAtMs }: HeldVoucher) =>
    t("pay.card", { worth: formatCents(worthCents, language), time: formatTime(expiresAtMs, language) });
  return (
    <Select
      className={s.choice}
      label={t("pay.choose")}
      value={vouchers.some(({ id }) => id === chosen) ? chosen : ""}
      onChange={onChoose}
      choices={[
        { value: "", label: t("pay.none") },
        ...vouchers.map((voucher) => ({ value: voucher.id, label: label(voucher) })),
      ]}
    />
  );
}
