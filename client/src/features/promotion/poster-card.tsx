/** The poster as it will be saved, and the way to save it. */
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { paths } from "../../routes/paths.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toast } from "../../ui/toast.ts";
import { drawPoster, HEIGHT, posterLink, WIDTH } from "./poster.ts";
import s from "./promotion.module.css";

export function PosterCard({ code, name, avatar }: { code: string; name: string; avatar: string }) {
  const { t } = useTranslation("promotion");
  const language = useLanguage();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    let stale = false;
    const sheet = document.createElement("canvas"); // so that two drawings in a row do not mix
    void drawPoster(sheet, {
      title: t("poster.title"),
      lead: t("poster.lead"),
      from: t("poster.from", { name }),
      codeLabel: t("poster.code"),
      scan: t("poster.scan"),
      adults: t("poster.adults"),
      code,
      avatar,
      link: posterLink(location.origin, paths.source(code)),
    }).then(() => {
      if (stale) return;
      target.getContext("2d")?.drawImage(sheet, 0, 0);
      setDrawn(true);
    });
    return () => {
      stale = true;
    };
  }, [t, code, name, avatar]);
  const save = () =>
    canvas.current?.toBlob((blob) => {
      if (blob) saveFile(`jadebox-${code}-${language}.png`, blob);
      else toast(t("poster.failed"), "error");
    }, "image/png");
  return (
    <figure className={s.poster}>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={t("poster.label", { name, code })}
        data-drawn={drawn || undefined}
      />
      <figcaption>
        <Button kind="primary" disabled={!drawn} onClick={save}>
          <Download size={16} aria-hidden />
          {t("poster.save")}
        </Button>
      </figcaption>
    </figure>
  );
}
