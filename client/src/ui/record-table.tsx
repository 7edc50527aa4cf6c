import type { ReactNode } from "react";
import s from "./record-table.module.css";
import { Skeletons } from "./skeleton.tsx";

interface RecordTableProps {
  columns: readonly string[];
  /** null while they load. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[] | null;
  /** Old rows stay in sight while the next page loads. */
  busy?: boolean | undefined;
}

/** Records as a table; on a phone each row becomes a card whose cells name their column. */
export function RecordTable({ columns, rows, busy }: RecordTableProps) {
  if (rows === null) {
    return (
      <div className={s.places} aria-busy>
        <Skeletons count={6} className={s.place} />
      </div>
    );
  }
  return (
    <div className={s.frame} aria-busy={busy || undefined}>
      <table className={s.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, i) => (
                <td key={columns[i]} data-column={columns[i]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
