/**
 * A page of records as every record page shows it (product spec §2): filters, the table (cards on a phone), pages, the
 * whole list as a file, and what stands there when it is empty. Its texts are "list" of the namespace "account".
 */
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../routes/paths.ts";
import { Button, ButtonLink } from "./button.tsx";
import { Empty, Failed } from "./empty.tsx";
import { Field } from "./field.tsx";
import { Pager } from "./pager.tsx";
import s from "./record-list.module.css";
import { RecordTable } from "./record-table.tsx";
import { Select } from "./select.tsx";

/** What a list of records is saved as. */
export type RecordFormat = "csv" | "pdf";

/** Days as an input of type date has them; "" for no bound, or for every kind. */
export interface RecordFilter {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
}

/** Records of one kind: which of them are shown, and what can be asked for. */
export interface Records<P> {
  readonly data: P | undefined;
  readonly isError: boolean;
  readonly busy: boolean;
  readonly again: () => void;
  readonly page: number;
  readonly pages: number;
  readonly turn: (page: number) => void;
  readonly filter: RecordFilter;
  readonly narrow: (change: Partial<RecordFilter>) => void;
  readonly filtered: boolean;
  /** Saves all that the filter lets through as a file, by the kind of the server's export. */
  readonly save: (of: string, format: RecordFormat) => Promise<void>;
}

export interface RecordRow {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

interface RecordListProps<P> {
  /** Of the page that the list is; none where it stands in another page. */
  title?: string;
  records: Records<P>;
  columns: readonly string[];
  rows: (page: P) => readonly RecordRow[];
  /** Kind of the server's export; without one there is no file. */
  file?: string;
  /** It can be printed, too. */
  printed?: boolean;
  /** What the list can be narrowed to besides its time; "all" is added. */
  kinds?: readonly { readonly value: string; readonly label: string }[];
  /** Instead of the specification's "no data". */
  empty?: string;
  /** Another way on than the boxes: to a page, or by what the list's owner does. */
  way?: { readonly label: string } & ({ readonly to: string } | { readonly onClick: () => void });
  /** Neither filters nor file: the newest, in a place that leads to the whole list. */
  newest?: boolean;
  /** Instead of the table, for records that are no rows. */
  children?: (page: P) => ReactNode;
}

export function RecordList<P extends { readonly total: number }>(props: RecordListProps<P>) {
  const { t } = useTranslation("account");
  const { title, records, columns, rows, file, printed, kinds, empty, way, newest, children } = props;
  const { data, filtered } = records;
  const none = data?.total === 0;
  return (
    <>
      {title && <h1 className={s.title}>{title}</h1>}
      {!newest && (!none || filtered) && (
        <Tools records={records} file={none ? undefined : file} printed={printed} kinds={kinds} />
      )}
      {!data ? (
        records.isError ? (
          <Failed onRetry={records.again} />
        ) : (
          <RecordTable columns={[]} rows={null} />
        )
      ) : none ? (
        <Empty text={filtered ? t("list.none") : empty} art="/art/empty/records.svg">
          {!filtered && <Way {...(way ?? { label: t("list.open"), to: paths.home() })} />}
        </Empty>
      ) : children ? (
        children(data)
      ) : (
        <RecordTable busy={records.busy} columns={columns} rows={rows(data)} />
      )}
      <Pager page={records.page} pages={records.pages} onPage={records.turn} />
    </>
  );
}

const Way = ({ label, ...way }: NonNullable<RecordListProps<never>["way"]>) =>
  "to" in way ? (
    <ButtonLink kind="primary" to={way.to}>
      {label}
    </ButtonLink>
  ) : (
    <Button kind="primary" onClick={way.onClick}>
      {label}
    </Button>
  );

function Tools<P>({
  records: { filter, narrow, filtered, save },
  file,
  printed,
  kinds,
}: {
  records: Records<P>;
  file: string | undefined;
  printed: boolean | undefined;
  kinds: RecordListProps<P>["kinds"];
}) {
  const { t } = useTranslation("account");
  return (
    <div className={s.tools}>
      <Field
        label={t("list.since")}
        type="date"
        value={filter.from}
        {...(filter.to && { max: filter.to })}
        onChange={(event) => narrow({ from: event.target.value })}
      />
      <Field
        label={t("list.until")}
        type="date"
        value={filter.to}
        {...(filter.from && { min: filter.from })}
        onChange={(event) => narrow({ to: event.target.value })}
      />
      {kinds && (
        <Select
          label={t("list.kind")}
          choices={[{ value: "", label: t("list.all") }, ...kinds]}
          value={filter.kind}
          onChange={(kind) => narrow({ kind })}
        />
      )}
      {filtered && <Button onClick={() => narrow({ from: "", to: "", kind: "" })}>{t("list.clear")}</Button>}
      {file && <Save format="csv" onSave={() => save(file, "csv")} />}
      {file && printed && <Save format="pdf" onSave={() => save(file, "pdf")} />}
    </div>
  );
}

function Save({ format, onSave }: { format: RecordFormat; onSave: () => Promise<void> }) {
  const { t } = useTranslation("account");
  const [saving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    void onSave().finally(() => setSaving(false));
  };
  return (
    <Button className={s.save} busy={saving} onClick={save}>
      <Download size={16} aria-hidden />
      {t(saving ? "list.saving" : `list.${format}`)}
    </Button>
  );
}
