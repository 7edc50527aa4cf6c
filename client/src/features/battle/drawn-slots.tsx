import { useTranslation } from "react-i18next";
import { useItems } from "../../state/catalog.ts";
import { ItemArt } from "../../ui/art.tsx";
import { rarityStyle } from "../../ui/rarity.ts";

interface DrawnSlotsProps {
  /** By round; undefined where nothing is revealed. */
  readonly defs: readonly (number | undefined)[];
  readonly className: string | undefined;
  /** Of a slot, full or not, of a round. */
  readonly slotClass: (full: boolean, round: number) => string | undefined;
  /** How wide a picture is shown. */
  readonly sizes: string;
  /** What stands in an empty slot; without it nothing. */
  readonly empty?: ((round: number) => React.ReactNode) | undefined;
}

/** What a seat has drawn, a slot a round. */
export function DrawnSlots({ defs, className, slotClass, sizes, empty }: DrawnSlotsProps) {
  const { t } = useTranslation("battle");
  const item = useItems();
  return (
    <ol className={className}>
      {defs.map((def, round) => {
        const view = def === undefined ? undefined : item(def);
        const name = view && `${view.brand} | ${view.name}`;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a round is its place
            key={round}
            className={slotClass(view !== undefined, round)}
            style={view && rarityStyle(view.rarity)}
            title={name}
          >
            {view ? (
              <ItemArt
                image={view.image}
                thumb={view.thumb}
                sizes={sizes}
                eager
                alt={t("room.item", { name, n: round + 1 })}
              />
            ) : (
              empty?.(round)
            )}
          </li>
        );
      })}
    </ol>
  );
}
