/** What the forms accept (product spec §5). */
export const strip = (text: string): string => text.replace(/[,，\s]/g, "");

export const isPhone = (text: string): boolean => /^1[3-9]\d{9}$/.test(text);
export const isCode = (text: string): boolean => /^\d{6}$/.test(text);

/** The messages say 8 to 16; the pattern allows up to 20, with a lowercase letter and a digit. */
export const isNewPassword = (text: string): boolean => /^(?=.*[a-z])(?=.*\d)[0-9A-Za-z]{8,20}$/.test(text);

/** The 18-digit mainland form, years 18xx to 20xx, last a digit or X. */
export const isCard = (text: string): boolean =>
  /^[1-9]\d{5}(18|19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/.test(text);

export const stripCard = (text: string): string => text.replace(/\s/g, "");
