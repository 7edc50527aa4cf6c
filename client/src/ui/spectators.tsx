import { Eye } from "lucide-react";
import { Tag } from "./tag.tsx";

/** How many watch a room, among the tags of its head; nothing while nobody does. `text` says it in words. */
export const Spectators = ({ count, text = String(count) }: { count: number; text?: string }) =>
  count > 0 && (
    <Tag>
      <Eye size={12} aria-hidden />
      {text}
    </Tag>
  );
