import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import type { WishSnapshot } from "../../protocol/gen.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatShare } from "../../ui/number.ts";
import layout from "../../ui/room-layout.module.css";
import { Tag } from "../../ui/tag.tsx";
import { owners } from "./choice.ts";
import s from "./room.module.css";
import { statusOf } from "./room-state.ts";

/** Who took which bottles, and what share of the room that is. */
export function Owners({ room, me }: { room: WishSnapshot; me: string | undefined }) {
  const { t } = useTranslation("wish");
  const language = useLanguage();
  const list = owners(room);
  if (list.length === 0 && statusOf(room.card) !== "open") return null;
  return (
    <section className={cx(layout.block, s.block, s.owners)} aria-label={t("owners.title")}>
      <h2>
        {t("owners.title")} <span>{list.length}</span>
      </h2>
      {list.length === 0 ? (
        <p className={layout.note}>{t("owners.empty")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys
        <ul className={s.people} tabIndex={0} aria-label={t("owners.title")}>
          {list.map((owner) => (
            <li key={owner.playerId} className={cx(owner.playerId === me && s.me)}>
              <Avatar src={owner.avatar} size={34} />
              <div>
                <b>
                  <span>{owner.name}</span>
                  {owner.playerId === me && <Tag kind="jade">{t("owners.you")}</Tag>}
                  {owner.bot && <Tag>{t("owners.bot")}</Tag>}
                </b>
                <small>{t("owners.bottles", { bottles: owner.numbers.join(", ") })}</small>
              </div>
              <span className="num">{formatShare(owner.numbers.length / room.card.bottles, language)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
