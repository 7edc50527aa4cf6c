import { badInput, isCount, isHash } from "./input.ts";

/** One line of a canonical text. */
export type Line = readonly [name: string, value: string | number];

/** A title line, then "name=value" lines, each ended by a line break. */
export function canonical(title: string, lines: readonly Line[]): string {
  return `${title}\n${lines.map(([name, value]) => `${name}=${value}\n`).join("")}`;
}

/** Takes a canonical text apart; whatever differs by a byte throws. */
export class CanonReader {
  private rest: string;

  constructor(title: string, text: string) {
    if (!text.startsWith(`${title}\n`)) badInput(`title ${title} expected`);
    this.rest = text.slice(title.length + 1);
  }

  text(name: string): string {
    const end = this.rest.indexOf("\n");
    const line = this.rest.slice(0, end);
    if (end < 0 || !line.startsWith(`${name}=`)) badInput(`line ${name} expected`);
    this.rest = this.rest.slice(end + 1);
    return line.slice(name.length + 1);
  }

  hash(name: string): string {
    const value = this.text(name);
    if (!isHash(value)) badInput(`line ${name}: not a hash`);
    return value;
  }

  int(name: string, least = 0, most = Number.MAX_SAFE_INTEGER): number {
    const value = this.text(name);
    const n = Number(value);
    if (!isCount(n) || String(n) !== value || n < least || n > most) badInput(`line ${name}: not such a number`);
    return n;
  }

  bool(name: string): boolean {
    const value = this.text(name);
    if (value !== "0" && value !== "1") badInput(`line ${name}: not 0 or 1`);
    return value === "1";
  }

  close(): void {
    if (this.rest !== "") badInput("trailing text");
  }
}
