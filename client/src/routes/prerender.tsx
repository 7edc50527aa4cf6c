/**
 * The home page before anything is known, for the build: what the server sends first and the browser shows until the
 * scripts run. Deliberately absent: everything that comes from a player or the server.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { LANGUAGES, type Language, languageTag } from "../i18n/language.ts";
import { loadTexts, startTexts } from "../i18n/setup.ts";
import { queryClient } from "../state/query.ts";
import { paths } from "./paths.ts";
import { routes } from "./table.ts";

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
  const handler = createStaticHandler(routes);
  const [context] = await Promise.all([
    handler.query(new Request(new URL(paths.home(), "http://home"))),
    loadTexts("ticker"),
  ]);
  if (context instanceof Response) throw new Error("home leads elsewhere");
  const draw = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </QueryClientProvider>,
    );
  const all: Drawing[] = [];
  for (const language of LANGUAGES) {
    await i18next.changeLanguage(language);
    all.push({ language, tag: languageTag(language), markup: draw(), texts: textsOf(language) });
  }
  return all;
}
