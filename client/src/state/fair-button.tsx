import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { type FairInfo, openOverlay } from "./overlay.ts";

interface FairButtonProps {
  readonly info: FairInfo;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A shield that tells how a game stays fair without leaving it. */
export function FairButton({ info, className, children }: FairButtonProps) {
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={() => openOverlay("fair", info)}>
      <ShieldCheck size={16} aria-hidden />
      {children}
    </button>
  );
}
