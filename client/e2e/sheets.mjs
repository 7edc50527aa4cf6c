// Contact sheets: pictures of one width and language side by side, each under its name, as many as can still be read.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** How many columns and rows a sheet has, and how large a picture is in it. */
const FORMS = {
  1440: { columns: 3, rows: 3, width: 520, height: 400 },
  390: { columns: 5, rows: 1, width: 312, height: 1500 },
};

/** Writes sheet-<width>-<language>-<n>.png into the folder for what was taken: title, width, language, file. */
export async function sheets(browser, folder, taken) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  const groups = new Map();
  for (const picture of taken) {
    const key = `${picture.width}-${picture.language}`;
    groups.set(key, [...(groups.get(key) ?? []), picture]);
  }
  for (const [key, pictures] of groups) {
    const form = FORMS[pictures[0].width];
    const each = form.columns * form.rows;
    for (let i = 0; i * each < pictures.length; i++) {
      await page.setContent(sheet(pictures.slice(i * each, (i + 1) * each), form));
      await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
      await page.screenshot({ path: join(folder, `sheet-${key}-${i + 1}.png`), fullPage: true });
    }
  }
  await page.close();
}

const sheet = (pictures, { columns, width, height }) => `<!doctype html><style>
  body { margin: 0; background: #444; display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 6px; }
  figure { margin: 0 } figcaption { font: 13px sans-serif; color: #fff; padding: 2px 4px }
  div { height: ${height}px; overflow: hidden } img { width: 100% }</style>${pictures.map(figure).join("")}`;

const figure = ({ title, file }) =>
  `<figure><figcaption>${title}</figcaption><div><img src="data:image/${file.endsWith("webp") ? "webp" : "png"};base64,${readFileSync(file, "base64")}"></div></figure>`;
