import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { numberedText } from "../../state/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { answerCaptcha, askCaptcha, type Ticket } from "./api.ts";
import s from "./captcha-dialog.module.css";
import { Track } from "./track.ts";

/** Puts a piece of a picture where it belongs: by dragging a slider, or with the arrow keys and the button below. */
export function CaptchaDialog({ onPass, onClose }: { onPass: (ticket: Ticket) => void; onClose: () => void }) {
  const { t } = useTranslation("identity");
  const { data, isError, refetch } = useQuery({
    queryKey: ["captcha"],
    queryFn: ({ signal }) => askCaptcha(signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [wrong, setWrong] = useState("");
  const again = () => void refetch();
  return (
    <Dialog title={t("captcha.title")} size="s" onClose={onClose}>
      {data ? (
        <Slider
          key={data.id}
          picture={data}
          onPass={onPass}
          onWrong={(text) => {
            setWrong(text);
            again();
          }}
        />
      ) : isError ? (
        <Failed onRetry={again} />
      ) : (
        <Skeleton className={s.place} />
      )}
      <div className={s.foot}>
        <p role="alert">{wrong}</p>
        <Button size="s" kind="plain" onClick={again}>
          <RefreshCw size={16} aria-hidden />
          {t("captcha.other")}
        </Button>
      </div>
    </Dialog>
  );
}

type Picture = Awaited<ReturnType<typeof askCaptcha>>;

interface SliderProps {
  picture: Picture;
  onPass: (ticket: Ticket) => void;
  onWrong: (text: string) => void;
}

function Slider({ picture, onPass, onWrong }: SliderProps) {
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
      onPass(await answerCaptcha(picture.id, keys, points));
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
    </>
  );
}
