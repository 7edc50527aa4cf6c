/** The setup of a room that is still a draft. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { RollSnapshot } from "../../protocol/gen.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { Failed } from "../../ui/empty.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { editRoll, setupOf } from "./api.ts";
import { type Draft, draftOf, setupFrom } from "./draft.ts";
import { refreshOwn, studioKeys } from "./query.ts";
import { RoomForm } from "./room-form.tsx";
import s from "./studio.module.css";

export function EditRoom({ room }: { room: RollSnapshot }) {
  const { t } = useTranslation("studio");
  const { id } = room.card;
  const intent = useIntent();
  const setup = useQuery({ queryKey: studioKeys.setup(id), queryFn: () => setupOf(id), staleTime: Infinity });
  const save = useMutation({
    mutationFn: (draft: Draft) => {
      const next = setupFrom(draft);
      return intent.run([id, next], (key) => editRoll(id, next, key));
    },
    onSuccess: () => {
      toast(t("saved"), "ok");
      refreshOwn();
    },
    onError: reportError,
  });
  if (setup.isError) return <Failed onRetry={() => void setup.refetch()} />;
  if (!setup.data) return <Skeletons count={3} className={s.skeleton} />;
  const held = room.prizes
    .filter(({ itemId }) => itemId !== "")
    .map(({ itemId, def, valueCents }) => ({ id: itemId, def, valueCents }));
  return (
    <RoomForm
      key={held.map((item) => item.id).join()}
      first={draftOf(setup.data)}
      held={held}
      busy={save.isPending}
      submit={t("form.save")}
      onSubmit={(draft) => save.mutate(draft)}
    />
  );
}
