/** Tables for spreadsheets (RFC 4180). A cell that a spreadsheet would run as a formula is made a text. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** Gives a text to the player as a file. */
export const saveText = (name: string, text: string, type = "text/csv"): void =>
  saveFile(name, new Blob(["\ufeff", text], { type: `${type};charset=utf-8` }));

export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser has begun by then
}
