/**
 * Says at the end, after everything else, which tests passed only when run again, and what they said before; and fails
 * the run when they are too many or one was said to be mended (mended.ts).
 */
import { basename } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { verdict } from "./mended.ts";

export default class Flaky implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  async onEnd(): Promise<{ status?: FullResult["status"] } | undefined> {
    return this.reasons().length > 0 ? { status: "failed" } : undefined;
  }

  /** The other reporters sum up in onEnd; this is after it. */
  async onExit(): Promise<void> {
    const flaky = this.flaky();
    if (flaky.length === 0) return;
    const lines = flaky.flatMap((test) => [`FLAKY ${nameOf(test)}`, `      ${errorOf(test)}`]);
    const head = `!!! ${flaky.length} flaky: failed, and passed when run again. Mend the cause.`;
    const failed = this.reasons().map((reason) => `FAILED: ${reason}`);
    process.stdout.write(`\n${[head, ...lines, ...failed].join("\n")}\n`);
  }

  private flaky(): TestCase[] {
    return (this.suite?.allTests() ?? []).filter((test) => test.outcome() === "flaky");
  }

  private reasons(): readonly string[] {
    return verdict(this.flaky().map(({ title, location }) => ({ spec: basename(location.file), test: title })));
  }
}

const nameOf = (test: TestCase): string => `${test.titlePath().slice(1).join(" › ")} (line ${test.location.line})`;

function errorOf({ results }: TestCase): string {
  const said = results.find(({ status }) => status !== "passed")?.error;
  return stripVTControlCharacters(said?.message ?? said?.value ?? "no error")
    .split("\n")
    .slice(0, 4)
    .join("\n      ");
}
