import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";

interface PrizeListProps<R> {
  readonly query: {
    readonly data: { readonly total: number; readonly records: readonly R[] } | undefined;
    readonly isError: boolean;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  readonly className: string | undefined;
  readonly place: { readonly count: number; readonly className: string | undefined };
  /** What is shown when there are none. */
  readonly empty: string;
  readonly children: (record: R) => ReactNode;
}

/** A page of what upgrades give besides items, until it is there or cannot be. */
export function PrizeList<R>({ query, className, place, empty, children }: PrizeListProps<R>) {
  const { t } = useTranslation("prizes");
  const { data, isError, isPlaceholderData, refetch } = query;
  if (!data) {
    return isError ? (
      <Failed onRetry={() => void refetch()} />
    ) : (
      <div className={className} aria-busy>
        <Skeletons {...place} />
      </div>
    );
  }
  if (data.total === 0) {
    return (
      <Empty text={empty} art="/art/empty/records.svg">
        <ButtonLink kind="primary" to={paths.upgradeHall()}>
          {t("exchange.how")}
        </ButtonLink>
      </Empty>
    );
  }
  return (
    <ul className={className} aria-busy={isPlaceholderData || undefined}>
      {data.records.map(children)}
    </ul>
  );
}
