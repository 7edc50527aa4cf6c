import type { ComponentProps } from "react";
import { Link } from "react-router";
import s from "./button.module.css";
import { cx } from "./class-names.ts";

interface Look {
  kind?: "primary" | "ghost" | "danger" | "plain" | undefined;
  size?: "m" | "s" | "l" | "icon" | undefined;
}

const look = ({ kind = "ghost", size = "m" }: Look, className?: string) => cx(s.button, s[kind], s[size], className);

/** `busy` keeps the label and the focus while a request is out; clicks are ignored, not queued. */
export function Button({
  kind,
  size,
  busy = false,
  className,
  onClick,
  ...rest
}: Look & { busy?: boolean | undefined } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={look({ kind, size }, className)}
    />
  );
}

export function ButtonLink({ kind, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} className={look({ kind, size }, className)} />;
}
