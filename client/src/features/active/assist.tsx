/** Friends who help: one's own link, who has helped today, and the help that a friend's link asks for. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { HandHeart, Link2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../net/http.ts";
import { paths } from "../../routes/paths.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { openLogin, requireLogin, useLoggedIn } from "../../state/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Failed } from "../../ui/empty.tsx";
import facts from "../../ui/facts.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { sound } from "../../ui/sound.ts";
import { toast } from "../../ui/toast.ts";
import s from "./active.module.css";
import { askerQuery, assistsQuery, help } from "./api.ts";
import { assistLink } from "./goal-state.ts";
import { Radishes } from "./radish.tsx";

export function Assist() {
  const { t } = useTranslation("active");
  const loggedIn = useLoggedIn();
  const { data, isError, refetch } = useQuery({ ...assistsQuery, enabled: loggedIn });
  const copy = async (code: string) => {
    const link = assistLink(location.origin, paths.active(), code);
    try {
      await navigator.clipboard.writeText(link);
      toast(t("assist.copied"), "ok");
    } catch {
      toast(t("assist.copyFailed", { link }), "info", true);
    }
  };
  if (loggedIn && data?.dayMax === 0) return null; // this season has no help
  return (
    <section className={s.assist} aria-labelledby="active-assist">
      <div className={s.head}>
        <h2 id="active-assist">{t("assist.title")}</h2>
        {data && <p>{t("assist.lead", { count: data.dayMax })}</p>}
      </div>
      {!loggedIn ? (
        <Button kind="primary" onClick={() => openLogin()}>
          {t("assist.login")}
        </Button>
      ) : data ? (
        <>
          <dl className={cx(facts.facts, s.facts)}>
            <div>
              <dt>{t("assist.today")}</dt>
              <dd className="num">
                {data.count} / {data.dayMax}
              </dd>
            </div>
            <div>
              <dt>{t("assist.each")}</dt>
              <dd>
                <Radishes count={data.tokens} plus />
              </dd>
            </div>
            <div>
              <dt>{t("assist.received")}</dt>
              <dd>
                <Radishes count={data.received} />
              </dd>
            </div>
          </dl>
          {data.friends.length > 0 && (
            <ul className={s.friends} aria-label={t("assist.friends")}>
              {data.friends.map(({ name, avatar }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, and two friends may look alike
                <li key={i}>
                  <Avatar src={avatar} size={28} />
                  {name}
                </li>
              ))}
            </ul>
          )}
          <Button kind="primary" onClick={() => void copy(data.code)}>
            <Link2 size={16} aria-hidden />
            {t("assist.copy")}
          </Button>
        </>
      ) : isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <Skeleton className={s.assistPlace} />
      )}
    </section>
  );
}

/** What stands above the page for a visitor who came by a friend's link. */
export function Ask({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation("active");
  const loggedIn = useLoggedIn();
  const { data, error } = useQuery(askerQuery(code));
  const give = useMutation({
    mutationFn: help,
    onSuccess: (asker) => {
      queryClient.setQueryData(askerQuery(code).queryKey, asker);
      sound.coin();
      toast(t("ask.thanks", { name: asker.name }), "ok");
    },
    onError: (problem) => {
      reportError(problem);
      void queryClient.invalidateQueries({ queryKey: askerQuery(code).queryKey });
    },
  });
  const gone = isRefusal(error);
  if (!data && !gone) return null;
  const state = !data ? "gone" : data.self ? "self" : data.helped ? "helped" : data.full ? "full" : "open";
  return (
    <section className={s.ask} aria-label={t("ask.title")} data-state={state}>
      {data ? <Avatar src={data.avatar} size={44} /> : <HandHeart size={32} aria-hidden />}
      <p>{t(`ask.${state}`, { name: data?.name ?? "" })}</p>
      {state === "open" && (
        <Button kind="primary" busy={give.isPending} onClick={() => requireLogin() && give.mutate(code)}>
          <HandHeart size={16} aria-hidden />
          {t(loggedIn ? "ask.help" : "ask.login")}
        </Button>
      )}
      <Button kind="plain" size="icon" aria-label={t("ask.close")} onClick={onClose}>
        <X size={18} aria-hidden />
      </Button>
    </section>
  );
}
