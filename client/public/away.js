/**
 * What the two pages share that stand without the client (offline.html, siteMaintain.html): the language, chosen as
 * src/i18n/language.ts chooses it, and the texts of the page in it. Each text is shown in the element of its name, if
 * there is one. Returns the language and its texts; src/i18n/away.test.ts holds both pages to every language.
 */
globalThis.sayAway = (texts) => {
  const TAGS = { zh: "zh-CN", pt: "pt-BR" };
  const known = (tag) => {
    const wanted = tag.toLowerCase().slice(0, 2).replace("vn", "vi");
    return Object.hasOwn(texts, wanted) ? wanted : undefined;
  };

  let stored = null;
  try {
    stored = localStorage.getItem("language");
  } catch {
    // storage is switched off
  }
  const asked = stored === null ? navigator.languages : [stored];
  const language = asked.map(known).find((one) => one !== undefined) ?? "zh";
  const words = texts[language];
  document.documentElement.lang = TAGS[language] ?? language;
  document.title = `${words.title} · Jadebox`;
  for (const [name, text] of Object.entries(words)) {
    const at = document.getElementById(name);
    if (at) at.textContent = text;
  }
  return { language, words };
};
