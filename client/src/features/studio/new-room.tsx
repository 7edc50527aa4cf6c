import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { serverNow } from "../../net/clock.ts";
import { paths } from "../../routes/paths.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { toast } from "../../ui/toast.ts";
import { createRoll } from "./api.ts";
import { type Draft, emptyDraft, setupFrom } from "./draft.ts";
import { RoomForm } from "./room-form.tsx";
import { NotAStreamer, useStreamer } from "./streamer.tsx";
import s from "./studio.module.css";

/** A new draft: its prizes go into escrow when it is made. */
export function NewRoom() {
  const { t } = useTranslation("studio");
  const navigate = useNavigate();
  const intent = useIntent();
  const create = useMutation({
    mutationFn: (draft: Draft) => {
      const setup = setupFrom(draft);
      return intent.run(setup, (key) => createRoll(setup, key));
    },
    onSuccess: ({ rollId }) => {
      toast(t("created"), "ok");
      void queryClient.invalidateQueries({ queryKey: ["mine"] });
      void navigate(paths.studioRoll(rollId), { replace: true });
    },
    onError: reportError,
  });
  if (useStreamer() === false) return <NotAStreamer />;
  return (
    <>
      <h1 className={s.title}>{t("create")}</h1>
      <RoomForm
        first={emptyDraft(serverNow())}
        held={[]}
        busy={create.isPending}
        submit={t("form.create")}
        onSubmit={(draft) => create.mutate(draft)}
      />
    </>
  );
}
