import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";

interface FairButtonProps {
  readonly onOpen: () => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A shield that shows how a game stays fair without leaving it. */
export function FairButton({ onOpen, className, children }: FairButtonProps) {
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={onOpen}>
      <ShieldCheck size={16} aria-hidden />
      {children}
    </button>
  );
}
