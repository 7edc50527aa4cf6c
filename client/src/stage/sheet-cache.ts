/**
 * Item sheets of the rounds near the one shown: loaded ahead, freed behind, so that fifteen boxes cost as much as
 * three.
 */
import { type ItemSheet, loadItemSheet, type ReelEntry } from "./item-sheet.ts";

export interface SheetSource {
  /** Equal keys share one sheet: the same box in several rounds. */
  readonly key: string;
  readonly entries: readonly ReelEntry[];
}

const KEPT = 3;

export class SheetCache {
  private readonly sheets = new Map<string, ItemSheet | null>();
  private closed = false;

  constructor(
    private readonly devicePx: number,
    private readonly loaded: () => void,
    private readonly load = loadItemSheet,
  ) {}

  /** The sheet when it is there, else null and it is fetched; a later `loaded` call reports it. */
  want(source: SheetSource): ItemSheet | null {
    const known = this.sheets.get(source.key);
    if (known !== undefined) return known;
    void this.fetch(source);
    return null;
  }

  /** Resolves when the sheet is there or cannot be had. */
  async ready(source: SheetSource): Promise<void> {
    if (!this.sheets.has(source.key)) await this.fetch(source);
  }

  /** Frees what is neither wanted now nor recent. */
  keep(...keys: string[]): void {
    for (const [key, sheet] of this.sheets) {
      if (this.sheets.size <= KEPT) return;
      if (!sheet || keys.includes(key)) continue;
      this.sheets.delete(key);
      sheet.destroy();
    }
  }

  destroy(): void {
    this.closed = true;
    for (const sheet of this.sheets.values()) sheet?.destroy();
    this.sheets.clear();
  }

  private async fetch(source: SheetSource): Promise<void> {
    this.sheets.set(source.key, null);
    try {
      const sheet = await this.load(source.entries, "y", this.devicePx);
      if (this.closed) {
        sheet.destroy();
        return;
      }
      this.sheets.set(source.key, sheet);
      this.loaded();
    } catch {
      this.sheets.delete(source.key); // wanted again next frame
    }
  }
}
