import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { serverNow } from "../../net/clock.ts";
import { formatCents } from "../../ui/number.ts";
import s from "./rain.module.css";
import { nextOpensIn, openPacket } from "./state.ts";
import type { Claims } from "./use-claims.ts";

const NONE: ReadonlySet<string> = new Set();

/** The player's packets as a list: the whole rain for a keyboard, a screen reader or calm motion. */
export function PacketRow({ claims }: { claims: Claims }) {
  const { t } = useTranslation("rain");
  const language = useLanguage();
  const now = useNow();
  const { packets, ended } = claims;
  const wait = nextOpensIn(packets, now);
  const hint = () => {
    if (packets.length === 0) return "";
    if (ended) return ended.asks ?? t("ended");
    if (openPacket(packets, now, NONE)) return t("hint");
    return wait === null ? t("all") : t("next", { count: wait });
  };
  return (
    <div className={s.foot}>
      <p className={s.hint}>{hint()}</p>
      <ul className={s.packets} aria-label={t("packets")}>
        {packets.map((packet, i) => {
          const n = i + 1;
          const open = packet.opensAtMs <= now;
          const gems = formatCents(packet.valueCents, language);
          const label = packet.claimed ? t("got", { n, gems }) : t(open ? "open" : "locked", { n });
          return (
            <li key={packet.id}>
              <button
                type="button"
                aria-disabled={packet.claimed || !open || ended !== null}
                data-state={packet.claimed ? "got" : open && !ended ? "open" : "locked"}
                onClick={() => {
                  if (open && !ended) claims.claim(packet);
                }}
              >
                <img src="/art/red-packet.webp" alt="" width={26} height={26} />
                <span>{label}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 200);
    return () => clearInterval(timer);
  }, []);
  return now;
}
