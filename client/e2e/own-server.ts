/**
 * A server that no other test shares, for what reaches every page: a rain would lie over the pages of all
 * others.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base, serverLogs } from "./test.ts";

const BINARY = process.env.JADEBOX_BIN ?? "../bin/jadebox";
const START_MS = 90_000;

export class OwnServer {
  data = "";
  url = "";
  private child: ChildProcess | undefined;
  private readonly lines: string[] = [];

  /** With a clock that is ahead of this machine's, and at the address that it had before. */
  async start(aheadMS = 0, ...more: readonly string[]): Promise<this> {
    if (this.data === "") {
      this.data = mkdtempSync(join(tmpdir(), "jadebox-own-"));
      serverLogs.add(() => this.lines);
    }
    const listen = this.url === "" ? "127.0.0.1:0" : new URL(this.url).host;
    const clock = `${Math.round(aheadMS / 1000)}s`;
    const demo = ["--demo", "--demo-rain", "0s", "--demo-clock", clock, "--log-level", "debug"];
    const child = spawn(BINARY, ["serve", ...demo, "--listen", listen, "--data", this.data, ...more], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.child = child;
    createInterface(child.stderr).on("line", (line) => this.lines.push(line));
    for (const until = Date.now() + START_MS; Date.now() < until; await new Promise((next) => setTimeout(next, 200))) {
      if (await this.ready()) return this;
      if (child.exitCode !== null) break;
    }
    throw new Error([`${BINARY} does not answer`, ...this.lines.slice(-20)].join("\n"));
  }

  private async ready(): Promise<boolean> {
    try {
      this.url = `http://${readFileSync(join(this.data, "listen"), "utf8").trim()}`;
      return (await fetch(`${this.url}/readyz`)).ok;
    } catch {
      return false;
    }
  }

  /** The operator types this. */
  operator(command: "rain" | "props" | "settings", ...args: readonly string[]): void {
    execFileSync(BINARY, [command, "--data", this.data, ...args]);
  }

  /** Stops it and keeps its data. */
  async halt(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null) {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
    }
  }

  async stop(): Promise<void> {
    await this.halt();
    if (this.data !== "") rmSync(this.data, { recursive: true, force: true });
    [this.data, this.url] = ["", ""];
  }
}

/**
 * Tests of one server, started so for each file; the tests of a file are run one after another. Called in the file:
 * what it registers is that file's.
 */
export function testOf(start: (server: OwnServer) => Promise<OwnServer> = (server) => server.start()) {
  const server = new OwnServer();
  const test = base.extend<{ server: OwnServer }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    server: async ({}, use) => use(server),
    baseURL: async ({ server }, use) => use(server.url),
  });
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    test.setTimeout(START_MS + 30_000);
    await start(server);
  });
  test.afterAll(() => server.stop());
  return test;
}
