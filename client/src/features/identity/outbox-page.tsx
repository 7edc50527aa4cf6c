import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { Empty } from "../../ui/empty.tsx";
import { formatTime } from "../../ui/number.ts";
import { readOutbox } from "./api.ts";
import s from "./form.module.css";
import { PhoneField } from "./phone-dialog.tsx";
import { isPhone } from "./rules.ts";

const REFRESH_MS = 2000;

/** A demo has no phones: what would have been sent to one stands here. */
export function OutboxPage() {
  const { t } = useTranslation("identity");
  const language = useLanguage();
  const [query] = useSearchParams();
  const [phone, setPhone] = useState(query.get("phone") ?? "");
  const { data = [] } = useQuery({
    queryKey: ["outbox", phone],
    queryFn: () => readOutbox(phone),
    enabled: isPhone(phone),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Card className={cx(s.form, s.alone)}>
      <h1>{t("outbox.title")}</h1>
      <p className={s.text}>{t("outbox.text")}</p>
      <PhoneField value={phone} onChange={setPhone} />
      {data.length === 0 ? (
        <Empty />
      ) : (
        <dl className={s.messages}>
          {data.map(({ text, atMs }) => (
            <div key={`${atMs} ${text}`}>
              <dt>{formatTime(atMs, language)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
