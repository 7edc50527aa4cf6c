import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty, Failed } from "../../ui/empty.tsx";
import { Moment } from "../../ui/moment.tsx";
import { QuietBox } from "../../ui/quiet-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { type Notice, type NoticeTab, noticesQuery, type TabType } from "./api.ts";
import s from "./notice.module.css";
import { noticeQuiet } from "./read.ts";

/** The notice centre (product spec §2): four tabs, and under each a tab for every notice. */
export function NoticeDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { t } = useTranslation("notice");
  useLanguage(); // another language is another question
  const { data, isError, refetch } = useQuery(noticesQuery(version));
  return (
    <Dialog title={t("title")} onClose={onClose} size="l">
      {data ? (
        <Centre tabs={data} onClose={onClose} />
      ) : isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <Skeleton className={s.place} />
      )}
      <div className={s.quiet}>
        <QuietBox flag={noticeQuiet}>{t("quiet")}</QuietBox>
      </div>
    </Dialog>
  );
}

function Centre({ tabs, onClose }: { tabs: readonly NoticeTab[]; onClose: () => void }) {
  const { t } = useTranslation("notice");
  const panel = useId();
  const [type, setType] = useState<TabType>(() => tabs.find(({ isChacked }) => isChacked)?.type ?? "roll");
  const notices = tabs.find((tab) => tab.type === type)?.secondLevel ?? [];
  return (
    <>
      <Tabs
        label={t("tabs")}
        panelId={panel}
        choices={tabs.map((tab) => ({ value: tab.type, label: t(`tab.${tab.type}`) }))}
        value={type}
        onChange={setType}
      />
      <div id={panel} role="tabpanel" aria-label={t(`tab.${type}`)} className={s.panel}>
        {notices.length === 0 ? (
          <Empty text={t("empty")} art="/art/empty/records.svg" />
        ) : (
          <Pages key={type} notices={notices} onClose={onClose} />
        )}
      </div>
    </>
  );
}

function Pages({ notices, onClose }: { notices: readonly Notice[]; onClose: () => void }) {
  const { t } = useTranslation("notice");
  const page = useId();
  const [chosen, setChosen] = useState(() => (notices.find(({ isChacked }) => isChacked) ?? notices[0])?.id ?? "");
  const notice = notices.find(({ id }) => id === chosen) ?? notices[0];
  return (
    <div className={s.pages}>
      <Tabs
        label={t("pages")}
        panelId={page}
        className={s.titles}
        choices={notices.map(({ id, title }) => ({ value: id, label: title }))}
        value={notice?.id ?? ""}
        onChange={setChosen}
      />
      {notice && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
        <div id={page} role="tabpanel" aria-label={notice.title} tabIndex={0} className={s.text}>
          <Page key={notice.id} notice={notice} onClose={onClose} />
        </div>
      )}
    </div>
  );
}

function Page({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { t } = useTranslation("notice");
  return (
    <>
      <h3>{notice.title}</h3>
      <Moment ms={notice.fromMs} />
      {notice.text.split("\n").map((paragraph, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the text
        <p key={i}>{paragraph}</p>
      ))}
      {notice.link !== "" && (
        <ButtonLink kind="primary" to={notice.link} onClick={onClose} className={s.go}>
          {t("go")}
        </ButtonLink>
      )}
    </>
  );
}
