import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../routes/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { limitsQuery } from "./api.ts";
import s from "./limits.module.css";
import { PlayFigures } from "./play-figures.tsx";

/** What the visit has cost so far, without a word about whether to go on. */
export function CheckDialog({ since, onClose }: { since: number; onClose: () => void }) {
  const { t } = useTranslation("limits");
  const [minutes] = useState(() => Math.max(1, Math.round((Date.now() - since) / 60_000)));
  const { data, isError, refetch } = useQuery(limitsQuery(since));
  return (
    <Dialog title={t("check.title")} size="s" onClose={onClose}>
      <p>{t("check.lead", { minutes })}</p>
      {isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : data ? (
        <PlayFigures sum={data.since} />
      ) : (
        <Skeleton className={s.figuresPlace} />
      )}
      <DialogActions>
        <ButtonLink to={paths.limits()} onClick={onClose}>
          {t("check.rest")}
        </ButtonLink>
        <Button onClick={onClose}>{t("check.go")}</Button>
      </DialogActions>
    </Dialog>
  );
}
