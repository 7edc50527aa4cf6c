/** One own room: publish, passwords, the overlay's link, cancel; the setup while it is a draft. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { ExternalLink, MonitorPlay, Rocket, Trash2 } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { serverNow } from "../../net/clock.ts";
import { limits, type RollSnapshot } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { formatCount } from "../../ui/number.ts";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast.ts";
import { cancelRoll, makePasswords, publishRoll, viewOwn } from "./api.ts";
import { refreshOwn, studioKeys } from "./query.ts";
import { NotAStreamer, useStreamer } from "./streamer.tsx";
import s from "./studio.module.css";

/** Only drafts can be changed. */
const EditRoom = lazy(async () => ({ default: (await import("./edit-room.tsx")).EditRoom }));

const REFRESH_MS = 10_000;

export function ManageRoom({ id, live }: { id: string; live: React.ReactNode }) {
  const streamer = useStreamer();
  const room = useQuery({
    queryKey: studioKeys.roll(id),
    queryFn: () => viewOwn(id),
    enabled: streamer === true,
    refetchInterval: REFRESH_MS,
  });
  if (streamer === false) return <NotAStreamer />;
  if (room.isError) return <Failed onRetry={() => void room.refetch()} />;
  if (!room.data) return <Skeletons count={3} className={s.skeleton} />;
  return <Manage room={room.data} live={live} />;
}

function Manage({ room, live }: { room: RollSnapshot; live: React.ReactNode }) {
  const { t } = useTranslation("studio");
  const language = useLanguage();
  const { card: summary } = room;
  const [ending, setEnding] = useState(false);
  const publishing = useIntent();
  const publish = useMutation({
    mutationFn: () => publishing.run(summary.id, (key) => publishRoll(summary.id, key)),
    onSuccess: () => {
      toast(t("published"), "ok");
      refreshOwn();
    },
    onError: reportError,
  });
  const open = summary.status === "draft" || summary.status === "open";
  return (
    <>
      <header className={s.head}>
        <div>
          <h1>{summary.name}</h1>
          <p>
            <Tag kind={summary.status === "open" ? "jade" : "plain"}>{t(`status.${summary.status}`)}</Tag>
            {t("people", {
              joined: formatCount(summary.joined, language),
              most: formatCount(summary.joinMax, language),
            })}
          </p>
        </div>
        <div className={s.actions}>
          {summary.status === "draft" && (
            <Button kind="primary" size="l" busy={publish.isPending} onClick={() => publish.mutate()}>
              <Rocket size={18} aria-hidden />
              {t("publish")}
            </Button>
          )}
          {open && (
            <Button kind="danger" onClick={() => setEnding(true)}>
              <Trash2 size={16} aria-hidden />
              {t("cancel")}
            </Button>
          )}
          <Link to={paths.roll(summary.id)} className={s.open}>
            <ExternalLink size={16} aria-hidden />
            {t("look")}
          </Link>
        </div>
      </header>
      {room.token && (
        <section className={s.block}>
          <h2>
            <MonitorPlay size={18} aria-hidden /> {t("overlay.title")}
          </h2>
          <p className={s.note}>{t("overlay.text")}</p>
          <CopyText label={t("overlay.link")} text={location.origin + paths.overlay(summary.id, room.token)} />
        </section>
      )}
      {summary.joinType === "roll_join_once_password" && open && <PasswordsBlock room={room} />}
      {summary.status === "draft" ? (
        <Suspense fallback={<Skeletons count={3} className={s.skeleton} />}>
          <EditRoom room={room} />
        </Suspense>
      ) : (
        live
      )}
      {ending && <CancelDialog id={summary.id} onClose={() => setEnding(false)} />}
    </>
  );
}

function PasswordsBlock({ room }: { room: RollSnapshot }) {
  const { t } = useTranslation("studio");
  const { id } = room.card;
  const intent = useIntent();
  const [count, setCount] = useState("20");
  const [list, setList] = useState<readonly string[]>([]);
  const make = useMutation({
    mutationFn: () => intent.run([id, count, serverNow()], (key) => makePasswords(id, Number(count), key)),
    onSuccess: ({ passwords }) => {
      setList(passwords);
      if (passwords.length === 0) toast(t("passwords.again"), "info");
      refreshOwn();
    },
    onError: reportError,
  });
  const good = /^[1-9]\d{0,2}$/.test(count) && Number(count) <= limits.rollPasswordsMax;
  return (
    <section className={s.block}>
      <h2>
        {t("passwords.title")} <span>{t("passwords.left", { count: room.passwords })}</span>
      </h2>
      <p className={s.note}>{t("passwords.text")}</p>
      <div className={s.line}>
        <Field
          label={t("passwords.count")}
          inputMode="numeric"
          value={count}
          onChange={(event) => setCount(event.target.value)}
          error={good ? undefined : t("passwords.bad", { most: limits.rollPasswordsMax })}
        />
        <Button kind="primary" busy={make.isPending} disabled={!good} onClick={() => make.mutate()}>
          {t("passwords.make")}
        </Button>
      </div>
      {list.length > 0 && (
        <>
          <CopyText label={t("passwords.all")} text={list.join(" ")} />
          <ol className={s.passwords}>
            {list.map((password) => (
              <li key={password}>
                <code>{password}</code>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("studio");
  const intent = useIntent();
  const cancel = useMutation({
    mutationFn: () => intent.run(id, (key) => cancelRoll(id, key)),
    onSuccess: () => {
      toast(t("cancelled"), "ok");
      refreshOwn();
    },
    onError: reportError,
    onSettled: onClose,
  });
  useEffect(() => () => cancel.reset(), [cancel.reset]);
  return (
    <Dialog title={t("cancel")} onClose={onClose} size="s">
      <p>{t("cancelText")}</p>
      <DialogActions>
        <Button onClick={onClose}>{t("keep")}</Button>
        <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("cancelYes")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
