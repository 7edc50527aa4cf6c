/** A battle as a film to share, recorded while it is seen; the address of its proof stands in it and beside it. */
import { Download, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { linkToShare } from "../../i18n/link.ts";
import type { BattleSnapshot, Settled } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import type { ColumnsPlan } from "../../stage/scenes/columns.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { formatCents } from "../../ui/number.ts";
import { saveFile } from "../../ui/save-file.ts";
import { recordClip } from "./clip.ts";
import s from "./clip-dialog.module.css";
import { CLIP_SIZE, type ClipWords } from "./clip-picture.ts";
import { clipName, clipSpan } from "./clip-time.ts";
import { seatsOf } from "./seats.ts";
import { takeoverPlan } from "./takeover-plan.ts";
import { clockText } from "./use-seconds.ts";

interface ClipDialogProps {
  readonly room: BattleSnapshot;
  readonly result: Settled;
  readonly plan: ColumnsPlan;
  readonly onClose: () => void;
}

const STEP_MS = 250;

export default function ClipDialog({ room, result, plan, onClose }: ClipDialogProps) {
  const { t } = useTranslation("battle");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [atMs, setAtMs] = useState(0);
  const [clip, setClip] = useState<File | "failed" | null>(null);
  const words = useWords(room, result);
  const [first] = useState({ plan, words }); // what is recorded does not change meanwhile
  const span = clipSpan(first.plan.battle);
  useEffect(() => {
    if (!canvas.current) return;
    const abort = new AbortController();
    recordClip(canvas.current, first.plan, first.words, abort.signal, (ms) => setAtMs(ms - (ms % STEP_MS))).then(
      (film) => setClip(new File([film], clipName(room.card.id, film.type), { type: film.type })),
      () => {
        if (!abort.signal.aborted) setClip("failed");
      },
    );
    return () => abort.abort();
  }, [first, room.card.id]);
  const file = clip instanceof File ? clip : null;
  const canShare = file !== null && "canShare" in navigator && navigator.canShare({ files: [file] });
  const share = () => navigator.share({ files: file ? [file] : [], url: first.words.proof }).catch(() => undefined); // thought better of it
  return (
    <Dialog title={t("clip.title")} onClose={onClose} size="l">
      <canvas ref={canvas} className={s.film} {...CLIP_SIZE} role="img" aria-label={t("clip.title")} />
      <p role="status" className={s.status} data-clip={file ? "ready" : clip === "failed" ? "failed" : "recording"}>
        {clip === "failed"
          ? t("clip.failed")
          : file
            ? t("clip.ready")
            : t("clip.recording", {
                now: clockText(Math.floor(atMs / 1000)),
                end: clockText(Math.floor(span.lengthMs / 1000)),
              })}
        {span.round > 0 && ` ${t("clip.cut", { from: span.round + 1, to: first.plan.battle.rounds })}`}
      </p>
      <progress className={s.progress} max={span.lengthMs} value={file ? span.lengthMs : atMs} aria-hidden="true" />
      <CopyText label={t("clip.proof")} text={first.words.proof} />
      <DialogActions>
        {canShare && (
          <Button onClick={() => void share()}>
            <Share2 size={16} aria-hidden />
            {t("clip.share")}
          </Button>
        )}
        <Button kind="primary" disabled={!file} onClick={() => file && saveFile(file.name, file)}>
          <Download size={16} aria-hidden />
          {t("clip.save")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useWords(room: BattleSnapshot, result: Settled): ClipWords {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const { winners, takesCents } = takeoverPlan(room, result);
  const { card: summary } = room;
  const gems = (cents: number): string => formatCents(cents, language);
  const names = new Intl.ListFormat(language, { type: "conjunction" }).format(winners.map(({ name }) => name));
  const several = winners.length > 1;
  const shared = summary.mode === "share";
  return {
    title: `${t(`mode.${summary.mode}`)} · ${summary.id}`,
    names: seatsOf(summary).map(({ name }) => name),
    gems,
    roundOf: (round) => t("room.round", { n: round + 1, m: summary.boxes.length }),
    outcome: shared ? t("result.shared") : t(several ? "result.winners" : "result.winner", { names }),
    takes: several
      ? t("takeover.each", { gems: gems(takesCents) })
      : `${gems(takesCents)} · ${(takesCents / summary.entryCents).toFixed(2)}×`,
    proofLabel: t("clip.proof"),
    proof: linkToShare(paths.verify(`battle-${summary.id}`)),
  };
}
