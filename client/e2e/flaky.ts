/** Says at the end, after everything else, which tests passed only when run again, and what they said before. */
import { stripVTControlCharacters } from "node:util";
import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";

export default class Flaky implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  /** The other reporters sum up in onEnd; this is after it. */
  async onExit(): Promise<void> {
    const flaky = (this.suite?.allTests() ?? []).filter((test) => test.outcome() === "flaky");
    if (flaky.length === 0) return;
    const lines = flaky.flatMap((test) => [`FLAKY ${nameOf(test)}`, `      ${errorOf(test)}`]);
    const head = `!!! ${flaky.length} flaky: failed, and passed when run again. Mend the cause.`;
    process.stdout.write(`\n${[head, ...lines].join("\n")}\n`);
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
