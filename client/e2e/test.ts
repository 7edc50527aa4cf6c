/**
 * Playwright's `test`, which every spec imports from here: contexts end with their test, and a failure prints what each
 * page shows, what was said on its console, what it asked and the server's log lines of those requests.
 */
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, test as base, type Page, type TestInfo } from "@playwright/test";
import { beginWith, handOn, isIdle } from "./warm.ts";

/** Lines of the servers' logs. An own server (own-server.ts) adds its own. */
export const serverLogs = new Set<() => readonly string[]>([
  () => (process.env.JADEBOX_E2E_LOG ? readFileSync(process.env.JADEBOX_E2E_LOG, "utf8").split("\n") : []),
]);

interface Asked {
  readonly at: number;
  readonly line: string;
  /** The server's name for the request (X-Request-Id), which its log lines carry. */
  readonly id: string;
}

/** Pictures and scripts that came are no news. */
const FILE = /^\/(art|assets)\//;
/** More of a page than this is in the attachment only. */
const SNAPSHOT_LINES = 150;
const LAST = 60;

class Report {
  private readonly contexts = new Set<BrowserContext>();
  private readonly console: string[] = [];
  private readonly asked: Asked[] = [];
  private told = false;
  private readonly began = Date.now();
  private readonly add = (context: BrowserContext) => this.follow(context);

  constructor(private readonly browser: Browser) {
    for (const context of browser.contexts()) this.follow(context);
    browser.on("context", this.add);
  }

  private readonly onConsole = (message: { type(): string; text(): string; location(): { url: string } }) =>
    this.console.push(`${this.clock()} ${message.type()}: ${message.text()} ${message.location().url}`);
  private readonly onError = (error: { error(): Error }) =>
    this.console.push(`${this.clock()} uncaught: ${error.error().stack ?? error.error()}`);
  private readonly onResponse = (response: {
    url(): string;
    status(): number;
    headers(): Record<string, string>;
    request(): { method(): string };
  }) => {
    const { pathname } = new URL(response.url());
    if (FILE.test(pathname) && response.status() < 400) return;
    const id = response.headers()["x-request-id"];
    if (id === undefined) return;
    this.asked.push({ at: Date.now(), line: `${response.request().method()} ${pathname} ${response.status()}`, id });
  };
  private readonly onFailed = (request: {
    url(): string;
    method(): string;
    failure(): { errorText: string } | null;
  }) => {
    const line = `${request.method()} ${request.url()} ${request.failure()?.errorText ?? "failed"}`;
    this.asked.push({ at: Date.now(), line, id: "" });
  };

  private follow(context: BrowserContext): void {
    this.contexts.add(context);
    context
      .on("console", this.onConsole)
      .on("weberror", this.onError)
      .on("response", this.onResponse)
      .on("requestfailed", this.onFailed);
  }

  private readonly clock = (): string => `+${((Date.now() - this.began) / 1000).toFixed(1)}s`;

  /** Prints and attaches what is known; once, while the pages are open. */
  async tell(info: TestInfo): Promise<void> {
    if (this.told || info.status === info.expectedStatus) return;
    this.told = true;
    const pages = [...this.contexts].filter((context) => !isIdle(context)).flatMap((context) => context.pages());
    const shown = await Promise.all(pages.map(snapshot));
    const requests = this.asked.map(
      ({ at, line, id }) => `+${((at - this.began) / 1000).toFixed(1)}s ${line}${id && ` [${id}]`}`,
    );
    const ids = new Set(this.asked.map(({ id }) => id));
    const lines = [...serverLogs].flatMap((log) => log()).filter((line) => ids.has(requestOf(line)));
    const part = (name: string, said: readonly string[], last: number) =>
      [`--- ${name}${said.length > last ? `: the last ${last} of ${said.length}` : ""}`, ...said.slice(-last)].join(
        "\n",
      );
    const text = (snapshotLines: number, last: number) =>
      [
        `=== ${info.titlePath.slice(1).join(" › ")}`,
        ...shown.map(({ url, page }) => [`--- page ${url}`, ...page.slice(0, snapshotLines)].join("\n")),
        part("console", this.console, last),
        part("requests", requests, last),
        part("server's lines of these requests", lines, last),
      ].join("\n");
    process.stdout.write(`${text(SNAPSHOT_LINES, LAST)}\n`);
    await info.attach("page, console, server", { body: text(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) });
  }

  /** Ends what the test opened, or hands it on; a forgotten page would go on beside the next test. */
  async end(info: TestInfo): Promise<void> {
    this.browser.off("context", this.add);
    for (const context of this.contexts) {
      context
        .off("console", this.onConsole)
        .off("weberror", this.onError)
        .off("response", this.onResponse)
        .off("requestfailed", this.onFailed);
    }
    await Promise.all(
      [...this.contexts].map(async (context) => {
        if (isIdle(context)) return;
        if (info.status !== info.expectedStatus || !(await handOn(context))) await context.close();
      }),
    );
  }
}

/** What a screen reader would find; a page that does not answer any more says so. */
async function snapshot(page: Page): Promise<{ readonly url: string; readonly page: readonly string[] }> {
  const size = page.viewportSize();
  const url = `${page.url()}${size ? ` (${size.width}×${size.height})` : ""}`;
  try {
    return { url, page: (await page.locator("body").ariaSnapshot({ timeout: 5000 })).split("\n") };
  } catch (error) {
    return { url, page: [`no snapshot: ${String(error).split("\n", 1)[0]}`] };
  }
}

const requestOf = (line: string): string => /"request":"([0-9a-f]+)"/.exec(line)?.[1] ?? "none";

type End = () => Promise<unknown>;

/**
 * Worker fixtures stand here only: a spec with one of its own would have its own workers, each with a browser that
 * begins anew.
 */
export const test = base.extend<{ report: Report }, { atEnd: (end: End) => void }>({
  /** Takes what is to be done when the worker ends, the latest first. */
  atEnd: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const ends: End[] = [];
      await use((end) => ends.unshift(end));
      for (const end of ends) await end();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  report: [
    async ({ browser, baseURL, viewport, contextOptions }, use, info) => {
      const { reducedMotion } = contextOptions;
      beginWith({ baseURL: baseURL ?? "", viewport, reducedMotion: reducedMotion ?? "no-preference" });
      const report = new Report(browser);
      await use(report);
      await report.tell(info);
      await report.end(info);
    },
    { auto: true },
  ],
  // Playwright's own context is closed before the report ends, so that it is told while it is there.
  context: async ({ context, report }, use, info) => {
    await use(context);
    await report.tell(info);
  },
});
