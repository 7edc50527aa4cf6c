import type { ReactNode } from "react";
import s from "./box-grid.module.css";
import { Skeletons } from "./skeleton.tsx";

/** Five boxes a row on a wide screen (product spec §2), two on a phone. `places` are drawn while the boxes load. */
export function BoxGrid({ places, id, children }: { places?: number; id?: string | undefined; children?: ReactNode }) {
  return (
    <div id={id} className={s.grid} aria-busy={places !== undefined}>
      {places === undefined ? children : <Skeletons count={places} className={s.place} />}
    </div>
  );
}
