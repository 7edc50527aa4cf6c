import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { numberedText } from "../../state/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { answerCaptcha, askCaptcha, type CaptchaPurpose, type Ticket } from "./api.ts";
import s from "./captcha-dialog.module.css";
import { CaptchaWidget } from "./captcha-widget.tsx";
import { Track } from "./track.ts";
import { useWork } from "./use-work.ts";
import type { Task } from "./work.ts";

interface CaptchaProps {
  purpose: CaptchaPurpose;
  onPass: (ticket: Ticket) => void;
  onClose: () => void;
}

/**
 * Gets a ticket. The browser computes while a piece of a picture is put where it belongs, by dragging a slider or with
 * the arrow keys and the button below; or an outside provider's widget asks whatever it asks.
 */
export function CaptchaDialog({ purpose, onPass, onClose }: CaptchaProps) {
  const { t } = useTranslation("identity");
  const { data, isError, refetch } = useQuery({
    queryKey: ["captcha", purpose],
    queryFn: ({ signal }) => askCaptcha(purpose, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [wrong, setWrong] = useState("");
  const again = () => void refetch();
  const asked = {
    purpose,
    onPass,
    onWrong: (text: string) => {
      setWrong(text);
      again();
    },
  };
  return (
    <Dialog title={t("captcha.title")} size="s" onClose={onClose}>
      {data?.picture && data.work ? (
        <Slider key={data.id} id={data.id} picture={data.picture} work={data.work} {...asked} />
      ) : data?.widget && data.engine !== "work" ? (
        <CaptchaWidget key={data.id} id={data.id} engine={data.engine} widget={data.widget} {...asked} />
      ) : isError ? (
        <Failed onRetry={again} />
      ) : (
        <Skeleton className={s.place} />
      )}
      <div className={s.foot}>
        <p role="alert">{wrong}</p>
        <Button size="s" kind="plain" onClick={again}>
          <RefreshCw size={16} aria-hidden />
          {t(data?.widget ? "captcha.again" : "captcha.other")}
        </Button>
      </div>
    </Dialog>
  );
}

type Picture = NonNullable<Awaited<ReturnType<typeof askCaptcha>>["picture"]>;

interface SliderProps {
  id: string;
  picture: Picture;
  work: Task;
  purpose: CaptchaPurpose;
  onPass: (ticket: Ticket) => void;
  onWrong: (text: string) => void;
}

function Slider({ id, picture, work, purpose, onPass, onWrong }: SliderProps) {
  const solved = useWork(work);
  const { t } = useTranslation("identity");
  const [x, setX] = useState(0);
  const [busy, setBusy] = useState(false);
  const track = useRef(new Track());
  const dragging = useRef(false);
  const end = picture.width - picture.side;

  const move = (to: number) => {
    track.current.add(to, performance.now());
    setX(to);
  };
  const answer = async () => {
    if (busy) return;
    setBusy(true);
    const { keys, points } = track.current;
    try {
      const number = await solved();
      onPass(await answerCaptcha(id, purpose, { keys, track: points, number }));
    } catch (error) {
      onWrong(numberedText(error));
    }
  };

  return (
    <>
      <svg className={s.picture} viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
        <image href={picture.image} width={picture.width} height={picture.height} />
        <image href={picture.piece} x={x} y={picture.y} width={picture.side} height={picture.side} />
      </svg>
      <input
        type="range"
        className={s.slider}
        aria-label={t("captcha.slide")}
        aria-describedby="captcha-hint"
        min={0}
        max={end}
        step={1}
        value={x}
        onPointerDown={() => {
          dragging.current = true;
          track.current.keys = false;
          if (track.current.points.length === 0) track.current.add(x, performance.now());
        }}
        onPointerUp={() => {
          if (!dragging.current) return;
          dragging.current = false;
          track.current.add(x, performance.now());
          void answer();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault(); // the form around is not meant
            if (x > 0) void answer();
          } else if (track.current.points.length === 0) track.current.add(x, performance.now());
        }}
        onChange={(event) => move(event.target.valueAsNumber)}
      />
      <p id="captcha-hint" className={s.hint}>
        {t("captcha.hint")}
      </p>
      <Button kind="primary" className={s.confirm} busy={busy} disabled={x === 0} onClick={() => void answer()}>
        {t("captcha.confirm")}
      </Button>
      <p className={s.working} role="status">
        {busy && t("captcha.working")}
      </p>
    </>
  );
}
