import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Empty, Failed } from "./empty.tsx";
import s from "./goods.module.css";
import { ItemCard, type ItemCardProps } from "./item-card.tsx";
import { OpenBoxes } from "./open-boxes.tsx";
import { Skeletons } from "./skeleton.tsx";

/** Goods of which some are chosen, in a box of their own that scrolls. */
export const Goods = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <ul className={cx(s.goods, className)}>{children}</ul>
);

interface GoodProps extends ItemCardProps {
  readonly chosen: boolean;
  readonly disabled: boolean;
  readonly onChoose: () => void;
}

export function Good({ chosen, disabled, onChoose, ...card }: GoodProps) {
  return (
    <li>
      <button
        type="button"
        className={s.good}
        aria-pressed={chosen}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && onChoose()}
      >
        <ItemCard {...card} />
      </button>
    </li>
  );
}

interface OwnGoodsProps<T> {
  /** Undefined until they are known. */
  readonly items: readonly T[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (item: T) => void;
  readonly disabled: boolean;
  readonly look: (def: number) => ItemCardProps["item"] | undefined;
  /** What is shown when there are none, and where one gets some. */
  readonly empty: string;
  readonly onOpenBoxes: () => void;
  readonly className?: string | undefined;
}

/** What lies in the backpack, to choose from. */
export function OwnGoods<T extends { readonly id: string; readonly def: number; readonly valueCents: number }>({
  items,
  failed,
  onRetry,
  chosen,
  onToggle,
  disabled,
  look,
  empty,
  onOpenBoxes,
  className,
}: OwnGoodsProps<T>) {
  if (!items) {
    if (failed) return <Failed onRetry={onRetry} />;
    return (
      <div className={cx(s.goods, className)} aria-busy>
        <Skeletons count={6} className={s.place} />
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <Empty text={empty} art="/art/empty/backpack.svg">
        <OpenBoxes onOpen={onOpenBoxes} />
      </Empty>
    );
  }
  return (
    <Goods className={className}>
      {items.map((item) => {
        const seen = look(item.def);
        return seen ? (
          <Good
            key={item.id}
            item={seen}
            cents={item.valueCents}
            chosen={chosen.has(item.id)}
            disabled={disabled}
            onChoose={() => onToggle(item)}
          />
        ) : null;
      })}
    </Goods>
  );
}
