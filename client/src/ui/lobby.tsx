/**
 * What the lobbies of rooms have in common: a head, views of the rooms, and pages of those that are over or one's own.
 */
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Empty, Failed } from "./empty.tsx";
import s from "./lobby.module.css";
import { Pager } from "./pager.tsx";
import { Tabs } from "./tabs.tsx";

interface LobbyHeadProps {
  readonly title: string;
  readonly lead: string;
  /** Sets the colours of its light, `--glow-start` and `--glow-end`. */
  readonly className: string | undefined;
  /** What one can begin here. */
  readonly children: ReactNode;
}

export const LobbyHead = ({ title, lead, className, children }: LobbyHeadProps) => (
  <header className={cx(s.head, className)}>
    <div>
      <h1>{title}</h1>
      <p>{lead}</p>
    </div>
    {children}
  </header>
);

interface LobbyViewsProps<V extends string> {
  readonly label: string;
  /** Of the panel. */
  readonly id: string;
  readonly choices: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** At the other end of the line of views. */
  readonly beside?: ReactNode;
  /** The view that was chosen. */
  readonly children: ReactNode;
}

export function LobbyViews<V extends string>({ id, beside, children, ...tabs }: LobbyViewsProps<V>) {
  const { choices, value } = tabs;
  return (
    <>
      {beside ? (
        <div className={s.bar}>
          <Tabs {...tabs} panelId={id} />
          {beside}
        </div>
      ) : (
        <Tabs {...tabs} className={s.views} panelId={id} />
      )}
      <div id={id} role="tabpanel" aria-label={choices.find((choice) => choice.value === value)?.label}>
        {children}
      </div>
    </>
  );
}

interface OwnRoomsProps {
  readonly loggedIn: boolean;
  readonly texts: { readonly loginFirst: string; readonly login: string };
  readonly onLogin: () => void;
  readonly children: ReactNode;
}

/** A player's own rooms, which a visitor is asked to log in for. */
export const OwnRooms = ({ loggedIn, texts, onLogin, children }: OwnRoomsProps) =>
  loggedIn ? (
    children
  ) : (
    <Empty text={texts.loginFirst}>
      <Button kind="primary" onClick={onLogin}>
        {texts.login}
      </Button>
    </Empty>
  );

interface PagedRoomsProps<P extends { readonly total: number }, R> {
  readonly query: {
    readonly data: P | undefined;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly roomsOf: (page: P) => readonly R[];
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  /** What is shown when there are none. */
  readonly empty: Pick<ComponentProps<typeof Empty>, "text" | "art">;
  /** What stands in their place until they are there. */
  readonly place: ReactNode;
  readonly children: (rooms: readonly R[]) => ReactNode;
}

/** PagedRooms of a lobby that shows the rest itself; `empty` is the text. */
export type LobbyPageProps<P extends { readonly total: number }, R> = Pick<
  PagedRoomsProps<P, R>,
  "query" | "page" | "onPage"
> & { readonly empty: string };

/** A page of rooms, until it is there or cannot be. */
export function PagedRooms<P extends { readonly total: number }, R>({
  query,
  roomsOf,
  page,
  size,
  onPage,
  empty,
  place,
  children,
}: PagedRoomsProps<P, R>) {
  if (query.isPending) return place;
  if (query.isError || !query.data) return <Failed onRetry={() => void query.refetch()} />;
  const rooms = roomsOf(query.data);
  if (rooms.length === 0) return <Empty {...empty} />;
  return (
    <>
      {children(rooms)}
      <Pager page={page} pages={Math.ceil(query.data.total / size)} onPage={onPage} />
    </>
  );
}
