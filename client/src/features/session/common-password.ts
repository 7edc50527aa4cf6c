/**
 * Passwords that are tried first, as the server refuses them (server/password, "Common"): the same rule over the same
 * list, so that the form says it while one types. Fetched with the first letter of a password.
 */
import listed from "./common-words.txt?raw";

const sets = { words: new Set<string>(), endings: new Set([""]), whole: new Set<string>() };
let into: Set<string> = sets.words;
for (const line of listed.split("\n")) {
  const part = /^# (words|endings|whole)$/.exec(line.trim())?.[1] as keyof typeof sets | undefined;
  if (part) into = sets[part];
  else for (const word of line.split(/\s+/)) if (word) into.add(word);
}

/** A known one, a common word with a common ending, one short group again and again, or the account's own name. */
export function isCommon(password: string, account: string): boolean {
  const text = password.toLowerCase();
  const name = account.toLowerCase();
  if (name !== "" && text.includes(name)) return true;
  const plain = text.replace(/[!.*?@#$_-]+$/, "");
  return [text, plain, unleet(text)].some((form) => sets.whole.has(form) || isRepeated(form) || isWorded(form));
}

/** Splits at every place into word and ending, in either order, or into two words. */
function isWorded(text: string): boolean {
  const { words, endings } = sets;
  for (let i = 0; i <= text.length; i++) {
    const [head, tail] = [text.slice(0, i), text.slice(i)];
    if (words.has(head) && (endings.has(tail) || words.has(tail))) return true;
    if (endings.has(head) && words.has(tail)) return true;
  }
  return false;
}

const GROUP_MAX = 4;

/** Finds "abab…" with a group of at most four characters. */
function isRepeated(text: string): boolean {
  for (let group = 1; group <= GROUP_MAX && 2 * group <= text.length; group++) {
    if (
      text
        .slice(0, group)
        .repeat(Math.ceil(text.length / group))
        .slice(0, text.length) === text
    )
      return true;
  }
  return false;
}

const LEET: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", "@": "a", $: "s" };

function unleet(text: string): string {
  const head = text.replace(/[0-9!.*?#_-]+$/, "");
  return head.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign) + text.slice(head.length);
}
