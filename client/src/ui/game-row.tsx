import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { BackLink } from "./back-link.tsx";
import { cx } from "./class-names.ts";
import s from "./game-row.module.css";
import { Tag } from "./tag.tsx";

interface GameRowProps {
  /** Where the game was chosen, and what the way there is called. */
  readonly back: { readonly to: string; readonly label: string };
  readonly title: string;
  /** A short line under the title; phones have no room for it. */
  readonly lead?: ReactNode;
  /** What state the game is in: `Tag`s, of which phones show the first. */
  readonly tags?: ReactNode;
  /** What can be done here beside playing: `Button`s of size "s" or "icon". */
  readonly tools?: ReactNode;
  /** On wide screens it lies over the upper edge of the stage that follows it. */
  readonly over?: boolean;
}

/**
 * The head of a page where one plays, instead of ticker and breadcrumb: one row, `--row` high, and the stage follows
 * at once. What has no room in it is cut at its end; the tools stay.
 */
export const GameRow = ({ back, title, lead, tags, tools, over }: GameRowProps) => (
  <header className={cx(s.row, over && s.over)} data-part="game-row">
    <BackLink to={back.to} label={back.label} />
    <div className={s.title}>
      <h1 title={title}>{title}</h1>
      {lead && <p>{lead}</p>}
    </div>
    {tags && <div className={s.tags}>{tags}</div>}
    {tools && <div className={s.tools}>{tools}</div>}
  </header>
);

/** How many watch a room, among the tags of its head; nothing while nobody does. `text` says it in words. */
export const Spectators = ({ count, text = String(count) }: { count: number; text?: string }) =>
  count > 0 && (
    <Tag>
      <Eye size={12} aria-hidden />
      {text}
    </Tag>
  );
