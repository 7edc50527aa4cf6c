import { useCallback, useEffect, useRef, useState } from "react";
import { serverNow } from "../../net/clock.ts";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { errorText, reportError } from "../../state/problem.ts";
import { vibrate } from "../../ui/haptics.ts";
import { sound } from "../../ui/sound.ts";
import { claimPacket, myPackets, type Packet } from "./api.ts";
import { openPacket } from "./state.ts";

export interface Claims {
  readonly packets: readonly Packet[];
  /** Claims the oldest packet that is open, and tells which; undefined when none is. */
  next(): Packet | undefined;
  claim(packet: Packet): void;
  /** Why this player gets no more of this rain; null while there may be more. */
  readonly ended: Ended | null;
}

/** Either nothing is left, or the server's own words for what it asks before it gives. */
type Ended = { readonly asks?: string };

const ENDED: ReadonlySet<number> = new Set([errorCode.rainOver, errorCode.rainCap, errorCode.rainEmpty]);
const ASKS: ReadonlySet<number> = new Set([errorCode.giftIdentity, errorCode.giftPlay]);
const RETRY_MS = 500;
/** A packet that has opened, ms. */
const OPENS_MS = [12];

/** The player's packets of a round. What was claimed is known only from the server's answer. */
export function useClaims(round: string): Claims {
  const [packets, setPackets] = useState<readonly Packet[]>([]);
  const [ended, setEnded] = useState<Ended | null>(null);
  const busy = useRef(new Set<string>());
  const latest = useRef(packets);
  useEffect(() => {
    latest.current = packets;
  }, [packets]);
  const alive = useRef(false);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const load = () =>
      myPackets().then(
        (mine) => {
          if (!gone && mine.round?.id === round) setPackets(mine.packets);
        },
        () => {
          if (!gone) timer = setTimeout(load, RETRY_MS);
        },
      );
    void load();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [round]);

  const claim = useCallback(
    (packet: Packet) => {
      if (packet.claimed || busy.current.has(packet.id)) return;
      busy.current.add(packet.id);
      claimPacket(round, packet.id)
        .then(
          (got) => {
            if (!alive.current) return; // a player who has left is not followed by it
            sound.coin();
            vibrate(OPENS_MS);
            setPackets((list) =>
              list.map((p) =>
                p.id === got.packet ? { ...p, claimed: true, valueCents: got.valueCents, resultId: got.resultId } : p,
              ),
            );
          },
          (error: unknown) => {
            const code = error instanceof ApiError ? error.code : 0;
            if (ASKS.has(code)) setEnded({ asks: errorText(error) });
            if (ENDED.has(code)) setEnded({});
            else reportError(error); // also over the falling packets, where no list says it
          },
        )
        .finally(() => busy.current.delete(packet.id));
    },
    [round],
  );

  const next = useCallback(() => {
    const packet = openPacket(latest.current, serverNow(), busy.current);
    if (!packet || ended) {
      sound.denied();
      return undefined;
    }
    claim(packet);
    return packet;
  }, [claim, ended]);

  return { packets, next, claim, ended };
}
