/**
 * Says at the end, after everything else, which tests failed and which passed only when run again, with what they said;
 * and fails the run when the latter are too many or one was said to be mended (mended.ts).
 */
import { basename } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { verdict } from "./mended.ts";

export default class Summary implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  async onEnd(): Promise<{ status?: FullResult["status"] } | undefined> {
    return this.reasons().length > 0 ? { status: "failed" } : undefined;
  }

  /** The other reporters sum up in onEnd; this is after it. */
  async onExit(): Promise<void> {
    const flaky = this.ended("flaky");
    const lines = this.ended("unexpected").flatMap((test) => told("FAILED", test));
    if (flaky.length > 0) {
      lines.push(`!!! ${flaky.length} flaky: failed, and passed when run again. Mend the cause.`);
      lines.push(
        ...flaky.flatMap((test) => told("FLAKY", test)),
        ...this.reasons().map((reason) => `FAILED ${reason}`),
      );
    }
    if (lines.length > 0) process.stdout.write(`\n${lines.join("\n")}\n`);
  }

  private ended(outcome: ReturnType<TestCase["outcome"]>): TestCase[] {
    return (this.suite?.allTests() ?? []).filter((test) => test.outcome() === outcome);
  }

  private reasons(): readonly string[] {
    return verdict(this.ended("flaky").map(({ title, location }) => ({ spec: basename(location.file), test: title })));
  }
}

const told = (word: string, test: TestCase): string[] => [`${word} ${nameOf(test)}`, `      ${errorOf(test)}`];

const nameOf = (test: TestCase): string => `${test.titlePath().slice(1).join(" › ")} (line ${test.location.line})`;

function errorOf({ results }: TestCase): string {
  const said = results.find(({ status }) => status !== "passed")?.error;
  return stripVTControlCharacters(said?.message ?? said?.value ?? "no error")
    .split("\n")
    .slice(0, 4)
    .join("\n      ");
}
