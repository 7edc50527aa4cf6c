import { Fragment, type ReactNode } from "react";

interface MarkedProps<N extends string> {
  /** A text with `<name>…</name>` marks, not nested. */
  text: string;
  marks: Readonly<Record<N, (inner: string) => ReactNode>>;
}

const MARK = /<(\w+)>(.*?)<\/\1>/g;

/** A translated text whose marked parts become elements. An unknown mark stays plain text. */
export function Marked<N extends string>({ text, marks }: MarkedProps<N>) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, name = "", inner = ""] = match;
    const mark = (marks as Readonly<Record<string, (inner: string) => ReactNode>>)[name];
    parts.push(text.slice(at, match.index), <Fragment key={match.index}>{mark ? mark(inner) : inner}</Fragment>);
    at = match.index + whole.length;
  }
  parts.push(text.slice(at));
  return parts;
}
