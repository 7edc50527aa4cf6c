/**
 * Whose link brought a visitor here: the code stands in the address (?spreadCode=…, or ?poster=… of a shared poster)
 * and is kept for this tab, so that a look around does not lose it. It is only a proposal: the form shows it and can
 * empty it.
 */
const KEY = "spread-code";
const CODE = /^[0-9A-Za-z]{1,32}$/;

export function spreadCode(query: URLSearchParams): string {
  const told = query.get("spreadCode") ?? query.get("poster") ?? "";
  if (CODE.test(told)) sessionStorage.setItem(KEY, told);
  return sessionStorage.getItem(KEY) ?? "";
}
