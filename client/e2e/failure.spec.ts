/** What a failing test leaves to its reader. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { test } from "./test.ts";

const CLI = fileURLToPath(new URL("../node_modules/@playwright/test/cli.js", import.meta.url));
const CONFIG = fileURLToPath(new URL("red.config.ts", import.meta.url));

test("a failure prints the page, its console, what it asked and the server's lines of that", async ({ baseURL }) => {
  const env = { ...process.env, JADEBOX_URL: baseURL ?? "" };
  const said = await new Promise<string>((done) =>
    execFile(process.execPath, [CLI, "test", "-c", CONFIG], { env }, (_, stdout) => done(stdout)),
  );
  expect(said).toContain("=== red on purpose");
  expect(said).toMatch(/--- page \S+\/api\/home\/web\/info \(.*\)\n.*\\"code\\":200/);
  expect(said).toMatch(/--- console\n.*warning: said on the console/);
  const [, id] = /--- requests\n.*GET \/api\/home\/web\/info 200 \[([0-9a-f]+)\]/.exec(said) ?? [];
  expect(said).toMatch(new RegExp(`--- server's lines of these requests\\n.*"request":"${id ?? "none"}"`));
});
