import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

interface SideButtonProps extends Omit<ComponentProps<"button">, "type" | "title" | "aria-label"> {
  icon: LucideIcon;
  /** Read aloud, and shown to a pointer that rests. */
  name: string;
  /** The name without its news, for a pointer. */
  title?: string | undefined;
}

/** A square of the side bar, or of another column of pictures; what is inside lies over the picture. */
export function SideButton({ icon: Icon, name, title = name, children, ...button }: SideButtonProps) {
  return (
    <button type="button" aria-label={name} title={title} {...button}>
      <Icon size={20} aria-hidden />
      {children}
    </button>
  );
}
