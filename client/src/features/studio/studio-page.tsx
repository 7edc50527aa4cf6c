/** A streamer's own roll rooms. */

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { RecordTable } from "../../ui/record-table.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ownRolls } from "./api.ts";
import { studioKeys } from "./query.ts";
import { NotAStreamer, useStreamer } from "./streamer.tsx";
import s from "./studio.module.css";

const COLUMNS = ["room", "status", "prizes", "people", "time", "open"] as const;
const PAGE_SIZE = 12;

export function StudioPage() {
  const { t } = useTranslation("studio");
  const streamer = useStreamer();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery({
    queryKey: studioKeys.rolls(page),
    queryFn: () => ownRolls(page, PAGE_SIZE),
    enabled: streamer === true,
  });
  if (streamer === false) return <NotAStreamer />;
  return (
    <>
      <header className={s.head}>
        <div>
          <h1>{t("title")}</h1>
          <p>{t("lead")}</p>
        </div>
        <ButtonLink kind="primary" size="l" to={paths.studioNew()}>
          <Plus size={20} aria-hidden />
          {t("create")}
        </ButtonLink>
      </header>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : data.records.length === 0 ? (
        <Empty text={t("empty")}>
          <ButtonLink kind="primary" to={paths.studioNew()}>
            {t("create")}
          </ButtonLink>
        </Empty>
      ) : (
        <RecordTable
          columns={COLUMNS.map((column) => t(`column.${column}`))}
          rows={data.records.map((summary) => ({
            key: summary.id,
            cells: [
              summary.name,
              <Tag key="status" kind={summary.status === "open" ? "jade" : "plain"}>
                {t(`status.${summary.status}`)}
              </Tag>,
              <span key="prizes">
                {summary.prizeCount} · <Price cents={summary.totalCents} />
              </span>,
              `${summary.joined} / ${summary.joinMax}`,
              <Moment key="time" ms={summary.openAtMs} />,
              <Link key="open" to={paths.studioRoll(summary.id)} className={s.open}>
                {t("manage")}
              </Link>,
            ],
          }))}
        />
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)} onPage={setPage} />
    </>
  );
}
