/**
 * What the verify page and the command line say of proofs: honest ones, forged ones, and keys that are not those of
 * before.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { player, visitor } from "./player.ts";
import { test } from "./test.ts";

interface Weighed {
  readonly name: string;
  readonly bundle: unknown;
  readonly logKey: string;
  readonly memory: { readonly logKey: string; readonly anchors: readonly unknown[]; readonly sinceMs: number };
  readonly exit: number;
}
const CASES: readonly Weighed[] = JSON.parse(readFileSync("../fairness/testdata/verdicts.json", "utf8"));
const BINARY = process.env.JADEBOX_BIN ?? "../bin/jadebox";
const TRUST = "**/.well-known/jadebox-trust.json";
const OWN_CHAIN = /house's own hash chain.*the house could know/;

function caseOf(name: string): Weighed {
  const found = CASES.find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return found;
}

const remember = (page: Page, memory: Weighed["memory"]) =>
  page.addInitScript((text) => localStorage.setItem("trust", text), JSON.stringify(memory));

/** Pastes the proof; the site itself says nothing of its keys. */
async function weigh(page: Page, { bundle }: Weighed, gaps: readonly string[], outcome: string) {
  await page.route(TRUST, (route) => route.abort());
  await page.goto("/fair/verify");
  await page.getByLabel("Or paste a proof").fill(JSON.stringify(bundle));
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.locator("[data-outcome]")).toHaveAttribute("data-outcome", outcome);
  await expect(page.locator("[data-gap]")).toHaveCount(gaps.length);
  for (const gap of gaps) await expect(page.locator(`[data-gap="${gap}"]`)).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Verified/ })).toHaveCount(0);
}

for (const name of ["nothing pinned", "forged key, nothing pinned"]) {
  test(`a proof under a key that nobody pinned is amber and says so: ${name}`, async ({ browser }) => {
    const page = await visitor(browser);
    await weigh(page, caseOf(name), ["key", "anchor", "house", "witness"], "weaker");
    await expect(page.locator('[data-gap="house"]')).toHaveText(OWN_CHAIN);
  });
}

test("a key of the first visit is amber, and another one than that is red", async ({ browser }) => {
  const known = caseOf("remembered");
  const page = await visitor(browser);
  await remember(page, known.memory);
  await weigh(page, known, ["remembered", "house", "witness"], "weaker");
  const forged = caseOf("forged key, remembered");
  await weigh(page, forged, ["remembered", "house", "witness"], "differs");
  await expect(page.locator('[data-outcome="differs"]')).toContainText(forged.memory.logKey);
});

for (const name of ["pinned, own chain", "forged key, pinned"]) {
  test(`the command line holds a proof against the pinned key: ${name}`, async () => {
    const { bundle, logKey, exit } = caseOf(name);
    const trust = test.info().outputPath("policy");
    const proof = test.info().outputPath("proof.json");
    const { mkdirSync, writeFileSync } = await import("node:fs");
    mkdirSync(test.info().outputDir, { recursive: true });
    writeFileSync(trust, `log ${logKey}\nquorum none\n`);
    writeFileSync(proof, JSON.stringify(bundle));
    const { status, stdout } = spawnSync(BINARY, ["verify", "--trust", trust, proof], { encoding: "utf8" });
    expect(status).toBe(exit);
    expect(stdout).not.toContain("VERIFIED");
    expect(stdout).toContain(exit === 1 ? "REFUSED" : "house's own chain");
  });
}

test("the first sight is kept on any page, and a change is told where the player is and red on the verify page", async ({
  browser,
}) => {
  const { page } = await player(browser);
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("trust") ?? "null")?.logKey);
  await expect.poll(kept).toMatch(/^\S+\+[0-9a-f]{8}\+/);
  const first = await kept();
  await remember(page, caseOf("remembered").memory);
  await page.reload();
  const notice = page.getByRole("alert").filter({ hasText: "The keys of this site have changed" });
  await expect(notice).toBeVisible();
  await notice.getByRole("link", { name: "See what changed" }).click();
  await expect(page.locator("section[data-changed]")).toContainText(first);
  await expect(page.locator("[data-keys-changed]")).toHaveCount(0);
  await page.getByRole("button", { name: "Forget the old and remember the new" }).click();
  await expect(page.locator("section[data-changed]")).toHaveCount(0);
  expect(await kept()).toBe(first);
});
