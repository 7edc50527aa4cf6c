/**
 * Texts that are not there whole. Not only as they stand: in English also two fifths longer, as German or Russian would
 * be. That is a language that does not exist, made by writing over what the page shows, letter by letter, for as long
 * as it takes to look: so it reaches whatever is open, a dialog too, costs some hundredths of a second, and leaves the
 * page as it was.
 */
import type { Page } from "@playwright/test";

/** What a language of two fifths more letters has no room for, or what has no room already. */
export const clipped = (page: Page): Promise<string[]> => page.evaluate(lookForClipped, "");

/**
 * Runs in the page, from the first to the last line without a frame between: nothing else sees the longer words.
 * `without` is a selector of what is left out.
 */
export function lookForClipped(without: string): string[] {
  const LONGER = 0.4;
  const found = new Set<string>();
  const texts: Text[] = [];
  // Asked of each box once, not once for every text in it.
  const spoken = new Map<Element, boolean>();
  const styles = new Map<Element, CSSStyleDeclaration>();
  const edges = new Map<Element, DOMRect>();
  // What lies behind a dialog is there to be guessed at, not to be read.
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  const left = without ? [...document.querySelectorAll(without)] : [];
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const box = text.parentElement;
    if (!text.data.trim() || left.some((part) => part.contains(text))) continue;
    if (!box?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (box.closest(".sr, select, svg, [aria-hidden=true]") === null && !isOnlySpoken(box)) texts.push(text);
  }
  const before = texts.map((text) => text.data);
  if (document.documentElement.lang === "en") {
    // Addresses, hashes, codes and amounts are no words.
    const longer = (word: string) =>
      /[\d/@_#]/.test(word)
        ? word
        : word.replace(/\p{L}+/gu, (part) => part + "ö".repeat(Math.ceil(part.length * LONGER)));
    for (const text of texts) text.data = text.data.replace(/\S+/g, longer);
    look(" longer");
    for (const [i, text] of texts.entries()) text.data = before[i] ?? "";
  } else look("");
  return [...found];

  /** Stands in something that has no room on the screen, like the head of a table whose rows are cards. */
  function isOnlySpoken(box: Element): boolean {
    let is = spoken.get(box);
    if (is === undefined) {
      is = styleOf(box).clipPath === "inset(50%)" || (box.parentElement !== null && isOnlySpoken(box.parentElement));
      spoken.set(box, is);
    }
    return is;
  }

  function styleOf(box: Element): CSSStyleDeclaration {
    const style = styles.get(box) ?? getComputedStyle(box);
    styles.set(box, style);
    return style;
  }

  function edgeOf(box: Element): DOMRect {
    const edge = edges.get(box) ?? box.getBoundingClientRect();
    edges.set(box, edge);
    return edge;
  }

  function look(how: string): void {
    for (const [i, text] of texts.entries()) {
      const wrong = wrongWith(text, before[i]?.trim() ?? "");
      if (wrong) found.add(`${wrong}${how}: "${text.data.trim().slice(0, 60)}"`);
    }
  }

  /**
   * An ellipsis says that there is more, and all of it can be had: from a tip over it, or because it is no text of the
   * site but a name or a number of the data, which its style has to say (`--cut: data`). In a box of flex or grid an
   * ellipsis shows nothing.
   */
  function isTold(at: Element, style: CSSStyleDeclaration, whole: string): boolean {
    if (style.textOverflow !== "ellipsis" && style.webkitLineClamp === "none") return false;
    if (/flex|grid/.test(style.display)) return false;
    if (style.getPropertyValue("--cut").trim() === "data") return true;
    for (let tip = at.closest("[title]"); tip; tip = tip.parentElement?.closest("[title]") ?? null) {
      if (tip.getAttribute("title")?.includes(whole)) return true;
    }
    return false;
  }

  /** Cut by an edge that hides it, without a way to read it whole; or out of what it stands in. */
  function wrongWith(text: Text, whole: string): string | undefined {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (width === 0) return;
    const [x, y] = [1, 3]; // a line is higher than its letters
    for (let at = text.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = styleOf(at);
      if (style.display === "inline" || style.display === "contents") continue;
      const edge = edgeOf(at);
      const out = right > edge.right + x || left < edge.left - x;
      const below = bottom > edge.bottom + y || top < edge.top - y;
      const place = `${at.localName}.${at.getAttribute("class")?.split(" ")[0] ?? ""}`;
      const [hidesX, hidesY] = [style.overflowX, style.overflowY].map((way) => way === "hidden" || way === "clip");
      if (((out && hidesX) || (below && hidesY)) && !isTold(at, style, whole)) return `cut by ${place}`;
      // it scrolls, or says that there is more
      if (style.overflowX !== "visible" || style.overflowY !== "visible") return;
      if (out) return `out of ${place}`;
      if (style.position === "absolute" || style.position === "fixed") return; // it is to stand where it stands
    }
    return;
  }
}
