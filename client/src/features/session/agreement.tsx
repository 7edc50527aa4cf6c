import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { type HelpKey, paths } from "../../routes/paths.ts";
import { Checkbox } from "../../ui/field.tsx";
import { Marked } from "../../ui/marked.tsx";

type Agreement = "terms" | "hash" | "warning" | "age";

/** Documents open beside the form, so that nothing typed is lost. */
const link = (key: HelpKey) => (inner: string) => (
  <a href={paths.help(key)} target="_blank" rel="noopener">
    {inner}
  </a>
);

const MARKS = { terms: link("Termsofuse"), privacy: link("Privacypolicy"), hash: link("hash") };

/** One box to tick, with the documents it is about. */
export function AgreementBox({ about, ...rest }: { about: Agreement } & ComponentProps<"input">) {
  const { t } = useTranslation("session");
  return (
    <Checkbox {...rest}>
      <Marked text={t(`agree.${about}`)} marks={MARKS} />
    </Checkbox>
  );
}
