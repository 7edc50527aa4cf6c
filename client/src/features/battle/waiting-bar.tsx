import { Bot, LogOut, Swords, Timer, Users } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import type { BattleSnapshot } from "../../protocol/gen.ts";
import { Button } from "../../ui/button.tsx";
import { formatCents } from "../../ui/number.ts";
import { useBots, useLeave } from "./actions.ts";
import { besideVoucher, useEntryVouchers } from "./entry-voucher.ts";
import { InviteForm } from "./invite-form.tsx";
import s from "./room.module.css";
import { InviteButton } from "./room-head.tsx";
import { freeSeats } from "./seats.ts";
import { clockText, useSecondsUntil } from "./use-seconds.ts";

/** Few have a voucher. */
const EntryVoucherChoice = lazy(async () => ({
  default: (await import("./entry-voucher-choice.tsx")).EntryVoucherChoice,
}));

interface WaitingBarProps {
  readonly room: BattleSnapshot;
  readonly code: string;
  readonly isMember: boolean;
  readonly isHost: boolean;
  readonly join: { readonly busy: boolean; readonly joinAny: () => void };
  /** Id of the voucher that is to pay, "" for none. */
  readonly entryVoucher: string;
  readonly onEntryVoucher: (id: string) => void;
}

/**
 * What can be done while seats are free: join, invite, fill with bots, leave. On a phone the seats themselves are far
 * below.
 */
export function WaitingBar({ room, code, isMember, isHost, join, entryVoucher, onEntryVoucher }: WaitingBarProps) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const free = freeSeats(room.card);
  const closesIn = useSecondsUntil(room.expiresAtMs);
  const botsIn = useSecondsUntil(room.botsFromMs);
  const bots = useBots(room.card.id);
  const leave = useLeave(room.card.id);
  const vouchers = useEntryVouchers();
  return (
    <section className={s.bar}>
      <div className={s.facts}>
        <b>
          <Users size={16} aria-hidden />
          {t("wait.need", { count: free })}
        </b>
        <span>
          <Timer size={15} aria-hidden />
          {t("wait.closes", { time: clockText(closesIn) })}
        </span>
        {isHost && <span>{botsIn > 0 ? t("wait.botsIn", { time: clockText(botsIn) }) : t("wait.botNote")}</span>}
        <p className={s.rule}>{t(`explain.${room.card.mode}`)}</p>
      </div>
      <div className={s.acts}>
        <InviteButton id={room.card.id} code={room.code || code} size="m" />
        {isHost && (
          <Button kind="primary" busy={bots.busy} disabled={botsIn > 0} onClick={bots.fill}>
            <Bot size={18} aria-hidden />
            {t("wait.fill")}
          </Button>
        )}
        {!isMember && free > 0 && vouchers.length > 0 && (
          <Suspense>
            <EntryVoucherChoice vouchers={vouchers} chosen={entryVoucher} onChoose={onEntryVoucher} />
          </Suspense>
        )}
        {!isMember && free > 0 && (
          <Button kind="primary" busy={join.busy} onClick={join.joinAny}>
            <Swords size={18} aria-hidden />
            {t("wait.joinFor", {
              price: formatCents(besideVoucher(vouchers, entryVoucher, room.card.entryCents), language),
            })}
          </Button>
        )}
        {isMember && (
          <Button kind="plain" busy={leave.busy} onClick={leave.leave}>
            <LogOut size={16} aria-hidden />
            {t("wait.leave")}
          </Button>
        )}
      </div>
      {isHost && <InviteForm id={room.card.id} isPrivate={room.card.private} />}
    </section>
  );
}
