/** What the operator types, on the data of the suite's server. */
import { spawnSync } from "node:child_process";

type Command = "audit" | "props" | "settings" | "withdrawals";

/** Runs a command beside the server and returns what it prints; throws that when it answers anything but 0. */
export function operator(command: Command, ...args: readonly string[]): string {
  const binary = process.env.JADEBOX_BIN ?? "../bin/jadebox";
  const words = [command, "--data", process.env.JADEBOX_E2E_DATA ?? "", ...args];
  const { status, stdout, stderr, error } = spawnSync(binary, words, { encoding: "utf8" });
  if (status !== 0) throw error ?? new Error(`${words.join(" ")}: ${status}\n${stdout}${stderr}`);
  return stdout;
}
