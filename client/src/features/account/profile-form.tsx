import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { reportError } from "../../state/problem.ts";
import { loadUser, type User } from "../../state/session.ts";
import { Avatar, avatarSource } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import s from "./account-page.module.css";
import { saveProfile } from "./api.ts";

const AVATARS = Array.from({ length: 24 }, (_, i) => String(i + 1).padStart(2, "0"));
const NAME_MIN = 2;
const NAME_MAX = 16;

const avatarId = (source: string) => /(\d{2})\.svg$/.exec(avatarSource(source))?.[1] ?? "01";

export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation("account");
  const [name, setName] = useState(user.name);
  const [avatar, setAvatar] = useState(avatarId(user.avatar));
  const [busy, setBusy] = useState(false);
  const length = [...name.trim()].length;
  const bad = length < NAME_MIN || length > NAME_MAX;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (bad || busy) return;
    setBusy(true);
    try {
      await saveProfile(name.trim(), avatar);
      await loadUser();
      toast(t("saved"), "ok");
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={s.profile} onSubmit={submit} noValidate>
      <fieldset className={s.avatars}>
        <legend className="sr">{t("edit")}</legend>
        {AVATARS.map((number) => (
          <label key={number}>
            <input
              type="radio"
              name="avatar"
              value={number}
              checked={avatar === number}
              aria-label={t("avatar", { number })}
              onChange={() => setAvatar(number)}
            />
            <Avatar src={number} size={44} />
          </label>
        ))}
      </fieldset>
      <div className={s.row}>
        <Field
          label={t("name")}
          value={name}
          autoComplete="nickname"
          error={bad ? t("badName") : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" kind="primary" busy={busy} disabled={bad}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
