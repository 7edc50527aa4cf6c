import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { interruption } from "../state/live.ts";
import s from "./connection-banner.module.css";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Says that what is on screen may be old: no network, or live updates interrupted. */
export function ConnectionBanner() {
  const { t } = useTranslation("shell");
  const interrupted = useSyncExternalStore(interruption.subscribe, interruption.get);
  const online = useOnline();
  return (
    <div role="status" aria-live="polite">
      {(!online || interrupted) && (
        <div className={s.banner}>
          <WifiOff size={16} aria-hidden />
          {t(online ? "reconnecting" : "offline")}
        </div>
      )}
    </div>
  );
}
