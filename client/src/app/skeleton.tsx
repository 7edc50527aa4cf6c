/**
 * The home page before anything is known, for the build: what the server sends first and the browser shows until the
 * scripts run. Deliberately absent: everything a player or the server would have to say.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { LANGUAGE_TAG, LANGUAGES, type Language } from "../i18n/language.ts";
import { loadTexts, startTexts } from "../i18n/setup.ts";
import { paths } from "../paths.ts";
import { queryClient } from "../state/query.ts";
import { App, fetchScreens } from "./app.tsx";

/** The page in every language; build/pages.ts puts it into what the server sends. */
export async function drawings(): Promise<{ language: Language; tag: string; markup: string }[]> {
  await startTexts(LANGUAGES[0]);
  await Promise.all([loadTexts("ticker"), fetchScreens(paths.home())]);
  const all = [];
  for (const language of LANGUAGES) {
    await i18next.changeLanguage(language);
    all.push({ language, tag: LANGUAGE_TAG[language], markup: draw() });
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
