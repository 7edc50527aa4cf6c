import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import s from "./article.module.css";
import type texts from "./i18n/en.json";

export type Topic = {
  [K in keyof typeof texts]: (typeof texts)[K] extends { sections: object } ? K : never;
}[keyof typeof texts];

interface Section {
  readonly title: string;
  readonly text: string;
}

/** A help text: title, introduction, sections; a line break in a text is a paragraph. */
export function Article({ topic, children }: { topic: Topic; children?: ReactNode }) {
  const { t } = useTranslation("help");
  const sections = t(`${topic}.sections`, { returnObjects: true }) as Readonly<Record<string, Section>>;
  return (
    <article className={s.article}>
      <h1>{t(`${topic}.title`)}</h1>
      <p className={s.intro}>{t(`${topic}.intro`)}</p>
      {Object.entries(sections).map(([key, section]) => (
        <section key={key}>
          <h2>{section.title}</h2>
          {section.text.split("\n").map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      {children}
    </article>
  );
}
