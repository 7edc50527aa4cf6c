import i18next from "i18next";
import { expect, test } from "vitest";
import { linkToShare } from "./link.ts";

test("a link for others says in which language it is shown", async () => {
  await i18next.init({ lng: "pt", resources: {} });
  expect(linkToShare("/wish/7")).toBe(`${location.origin}/wish/7?lang=pt`);
  await i18next.changeLanguage("en");
  expect(linkToShare("/page/battle/7?code=A%2BB")).toBe(`${location.origin}/page/battle/7?code=A%2BB&lang=en`);
});
