import { type ComponentProps, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/room-layout.module.css";
import s from "./room.module.css";

const Loaded = lazy(async () => ({ default: (await import("./roster.tsx")).Roster }));
type Props = ComponentProps<typeof Loaded>;

/** Who has joined: a list of pages that stands beside what the room is about, and comes behind it. */
export function Roster(props: Props) {
  return (
    <Suspense fallback={<Place {...props} />}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** As tall as what comes, and in its order on a phone, so that nothing moves when it is there. */
function Place({ room }: Props) {
  const { t } = useTranslation("roll");
  return (
    <section className={cx(layout.block, s.block, s.roster)} aria-busy="true">
      <h2>
        {t("roster.title")} <span>{room.card.joined}</span>
      </h2>
      {room.recent.length === 0 ? (
        <p className={layout.note}>{t("roster.empty")}</p>
      ) : (
        <ul className={s.people}>
          {room.recent.map(({ place }) => (
            <li key={place} />
          ))}
        </ul>
      )}
    </section>
  );
}
