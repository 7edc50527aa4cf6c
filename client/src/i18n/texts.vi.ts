/** The texts of the first screen are part of this file; all others are loaded when they are needed. */
export const first = import.meta.glob<object>(["./{ui,shell}.vi.json", "../features/{home,ticker}/i18n/vi.json"], {
  eager: true,
  import: "default",
});

export const later = import.meta.glob<object>(
  ["./errors.vi.json", "../features/*/i18n/vi.json", "!../features/{home,ticker}/i18n/*.json"],
  { import: "default" },
);
