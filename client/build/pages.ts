import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Manifest, type Plugin } from "vite";

interface Drawing {
  readonly language: string;
  /** For the `lang` of the document. */
  readonly tag: string;
  readonly markup: string;
  /** The files of its texts. */
  readonly texts: readonly string[];
}

/**
 * Writes what the server sends: `pages/home.<language>.html`, drawn already, and `pages/other.<language>.html` for
 * every other address. Both carry the styles that the first paint needs and name every script, so that nothing is found
 * late.
 */
export function pages(entries: readonly string[], home: string, drawing: string): Plugin {
  let root = "";
  let outDir = "";
  return {
    name: "jadebox-pages",
    apply: "build",
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const manifest: Manifest = JSON.parse(readFileSync(join(outDir, ".vite/manifest.json"), "utf8"));
      const template = readFileSync(join(outDir, "index.html"), "utf8");
      mkdirSync(join(outDir, "pages"));
      for (const { language, tag, markup, texts } of await draw(root, drawing)) {
        const page = (keys: readonly string[], body: string, styles = "") => {
          const { scripts, sheets } = closure(manifest, keys);
          return compose(template, {
            tag,
            scripts,
            styles: sheets.map((sheet) => ({ sheet, text: readFileSync(join(outDir, sheet), "utf8") })),
            more: styles,
            body,
          });
        };
        const { body, styles } = withoutInlineStyles(markup);
        writeFileSync(
          join(outDir, `pages/home.${language}.html`),
          page([...entries, home, ...texts], `<div data-static>${body}</div>`, styles),
        );
        writeFileSync(join(outDir, `pages/other.${language}.html`), page([...entries, ...texts], ""));
      }
    },
  };
}

/** Builds the drawing for Node, where a browser's stores are empty, and draws it in every language. */
async function draw(root: string, drawing: string): Promise<readonly Drawing[]> {
  const nothing = { getItem: () => null, setItem() {}, removeItem() {} };
  const calm = { matches: false, addEventListener() {}, removeEventListener() {} };
  Object.assign(globalThis, { localStorage: nothing, sessionStorage: nothing, matchMedia: () => calm });
  const folder = mkdtempSync(join(tmpdir(), "jadebox-skeleton-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    await build({
      root,
      configFile: false,
      logLevel: "error",
      publicDir: false,
      plugins: [react()],
      build: {
        ssr: drawing,
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: "skeleton.mjs" } },
      },
    });
    const { drawings } = await import(pathToFileURL(join(folder, "skeleton.mjs")).href);
    return await drawings();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function closure(manifest: Manifest, keys: readonly string[]): { scripts: string[]; sheets: string[] } {
  const seen = new Set<string>();
  const sheets = new Set<string>();
  const walk = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the manifest does not know ${key}`);
    if (seen.has(key)) return;
    seen.add(key);
    chunk.imports?.forEach(walk);
    for (const sheet of chunk.css ?? []) sheets.add(sheet);
  };
  keys.forEach(walk);
  return { scripts: [...seen].map((key) => manifest[key]?.file ?? ""), sheets: [...sheets] };
}

/** The server's policy allows styles that it knows by hash, and none in attributes: those become classes. */
function withoutInlineStyles(markup: string): { body: string; styles: string } {
  const rules = new Map<string, string>();
  const body = markup.replace(/<title>.*?<\/title>/g, "").replace(/<[a-z][^>]*>/g, (tag) => {
    const style = / style="([^"]*)"/.exec(tag)?.[1];
    if (style === undefined) return tag;
    const name = rules.get(style) ?? `static-${rules.size}`;
    rules.set(style, name);
    const bare = tag.replace(/ style="[^"]*"/, "");
    return bare.includes(' class="')
      ? bare.replace(' class="', ` class="${name} `)
      : bare.replace(/^<[a-z0-9]+/, `$& class="${name}"`);
  });
  return { body, styles: [...rules].map(([style, name]) => `.${name}{${style.replaceAll("&quot;", '"')}}`).join("") };
}

interface Page {
  readonly tag: string;
  readonly scripts: readonly string[];
  readonly styles: readonly { sheet: string; text: string }[];
  readonly more: string;
  readonly body: string;
}

function compose(template: string, { tag, scripts, styles, more, body }: Page): string {
  const head = [
    ...styles.map(({ sheet, text }) => `<style data-file="/${sheet}">${text}</style>`),
    ...(more ? [`<style>${more}</style>`] : []),
    ...scripts.map((script) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${script}">`),
  ];
  const page = template
    .replace(/ *<link rel="(?:stylesheet|modulepreload)"[^>]*>\n/g, "")
    .replace('<script type="module"', '<script type="module" fetchpriority="low"') // what is drawn comes first
    .replace(/<html lang="[^"]*"/, `<html lang="${tag}"`)
    .replace("</head>", () => `  ${head.join("\n    ")}\n  </head>`);
  return body === "" ? page : page.replace(/<div id="root">.*?<\/div><\/div>/s, () => `<div id="root">${body}</div>`);
}
