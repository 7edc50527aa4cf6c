import type { ReactNode } from "react";
import s from "./box-grid.module.css";
import { cx } from "./class-names.ts";
import { Skeletons } from "./skeleton.tsx";

interface BoxGridProps {
  readonly places?: number;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Five boxes a row on a wide screen (product spec §2), two on a phone. `places` are drawn while the boxes load. */
export function BoxGrid({ places, id, className, children }: BoxGridProps) {
  return (
    <div id={id} className={cx(s.grid, className)} aria-busy={places !== undefined}>
      {places === undefined ? children : <Skeletons count={places} className={s.place} />}
    </div>
  );
}
