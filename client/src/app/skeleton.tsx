/**
 * The home page before anything is known, for the build: what the server sends first and the browser shows until the
 * scripts run. Deliberately absent: everything a player or the server would have to say.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { LANGUAGES, type Language, languageTag } from "../i18n/language.ts";
import { loadTexts, startTexts } from "../i18n/setup.ts";
import { paths } from "../routes/paths.ts";
import { queryClient } from "../state/query.ts";
import { App, fetchScreens } from "./app.tsx";

interface Drawing {
  readonly language: Language;
  readonly tag: string;
  readonly markup: string;
  /** The files of its texts. */
  readonly texts: readonly string[];
}

const textsOf = (language: Language): string[] => [
  `src/i18n/texts.${language}.ts`,
  ...(language === LANGUAGES[0] ? [] : ["src/i18n/others.ts"]),
];

/** The page in every language; build/pages.ts puts it into what the server sends. */
export async function drawings(): Promise<Drawing[]> {
  await startTexts(LANGUAGES[0]);
  await Promise.all([loadTexts("ticker"), fetchScreens(paths.home())]);
  const all: Drawing[] = [];
  for (const language of LANGUAGES) {
    await i18next.changeLanguage(language);
    all.push({ language, tag: languageTag(language), markup: draw(), texts: textsOf(language) });
  }
  return all;
}

const draw = (): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={paths.home()}>
        <App />
      </StaticRouter>
    </QueryClientProvider>,
  );
