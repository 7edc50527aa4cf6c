/** Phones and their codes in dialogs, for tests that bind one or change a password. */
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { get } from "./account.ts";

let made = 0;
/** A phone that no other test has: tests run in several processes at once. */
export const newPhone = (): string => {
  const worker = Number(process.env.TEST_WORKER_INDEX ?? 0) % 10;
  return `13${String(Date.now() % 1e6).padStart(6, "0")}${worker}${String(made++ % 100).padStart(2, "0")}`;
};

/**
 * Where the piece belongs: the place whose picture is the piece, darker. Seen as a person sees it, in the page's
 * pictures.
 */
const gapOf = (picture: Locator): Promise<number> =>
  picture.evaluate(async (svg) => {
    const [whole, piece] = await Promise.all(
      [...svg.querySelectorAll("image")].map(async (image) => {
        const picture = new Image();
        picture.src = image.getAttribute("href") ?? "";
        await picture.decode();
        const { naturalWidth: width, naturalHeight: height } = picture;
        const canvas = new OffscreenCanvas(width, height).getContext("2d");
        if (!canvas) throw new Error("no canvas");
        canvas.drawImage(picture, 0, 0);
        const { data } = canvas.getImageData(0, 0, width, height);
        return { y: Number(image.getAttribute("y") ?? 0), width, height, data };
      }),
    );
    if (!whole || !piece) throw new Error("no picture");
    let best = { x: 0, sum: Number.POSITIVE_INFINITY };
    for (let x = 0; x <= whole.width - piece.width; x++) {
      let sum = 0;
      for (let dy = 0; dy < piece.height; dy++) {
        for (let dx = 0; dx < piece.width; dx++) {
          const from = 4 * (dy * piece.width + dx);
          if (piece.data[from + 3] !== 255) continue;
          const to = 4 * ((piece.y + dy) * whole.width + x + dx);
          for (let c = 0; c < 3; c++) sum += Math.abs((whole.data[to + c] ?? 0) - (piece.data[from + c] ?? 0) / 3);
        }
      }
      if (sum < best.sum) best = { x, sum };
    }
    return best.x;
  });

/** What the dialogs around a code say. */
const WORDS = {
  en: {
    send: "Send code",
    sent: "Verification code sent",
    code: "Verification code",
    captcha: "Human verification",
    slider: "Piece position",
    confirm: "Confirm",
  },
  zh: {
    send: "发送验证码",
    sent: "验证码已发送",
    code: "验证码",
    captcha: "人机验证",
    slider: "滑块",
    confirm: "确认",
  },
} as const;

type Words = (typeof WORDS)[keyof typeof WORDS];

/** Passes the captcha by keyboard, as a player does who cannot drag. */
export async function passCaptcha(page: Page, words: Words = WORDS.en): Promise<void> {
  const dialog = page.getByRole("dialog", { name: words.captcha });
  const slider = dialog.getByRole("slider", { name: words.slider });
  const x = await gapOf(dialog.locator("svg:has(image)"));
  await slider.focus();
  // Slow at first, since a drag that is quicker than a hand is refused; then in leaps, a tenth of the way each, then by
  // steps.
  const press = async (key: string, times: number) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key, { delay: 4 });
  };
  await page.keyboard.press("ArrowRight", { delay: 600 });
  await press("PageUp", Math.round((10 * x) / Number(await slider.getAttribute("max"))));
  const rest = x - Number(await slider.inputValue());
  await press(rest > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(rest));
  await expect(slider).toHaveValue(String(x));
  await dialog.getByRole("button", { name: words.confirm }).click();
  // The browser computes for its answer, beside all that the machine does meanwhile.
  await expect(dialog).toBeHidden({ timeout: 120_000 });
}

/** Asks for a code in a dialog and reads it from the demo's outbox. */
export async function codeIn(
  dialog: Locator,
  request: APIRequestContext,
  phone: string,
  language: keyof typeof WORDS = "en",
): Promise<string> {
  const page = dialog.page();
  const words = WORDS[language];
  await dialog.getByRole("button", { name: words.send }).click();
  await passCaptcha(page, words);
  await expect(page.getByText(words.sent)).toBeVisible();
  const [newest] = await get<{ text: string }[]>(request, "", `/api/demo/outbox?phone=${phone}`);
  const code = /\d{6}/.exec(newest?.text ?? "")?.[0];
  if (!code) throw new Error("no code in the outbox");
  await dialog.getByLabel(words.code).fill(code);
  // A page counts its minute on when it is loaded again; the server of the tests has codes a second apart.
  await page.evaluate(() => sessionStorage.removeItem("codePauseUntil"));
  return code;
}
