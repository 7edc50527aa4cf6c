import type { ComponentProps } from "react";
import { Trans } from "react-i18next";
import { paths } from "../../paths.ts";
import { Checkbox } from "../../ui/field.tsx";

type Agreement = "terms" | "hash" | "warning" | "age";

/** One box to tick, with its documents; they open beside the form, so that nothing typed is lost. */
export function AgreementBox({ about, ...rest }: { about: Agreement } & ComponentProps<"input">) {
  return (
    <Checkbox {...rest}>
      <Trans
        ns="session"
        i18nKey={`agree.${about}`}
        components={{
          terms: <Document to={paths.help("Termsofuse")} />,
          privacy: <Document to={paths.help("Privacypolicy")} />,
          hash: <Document to={paths.help("hash")} />,
        }}
      />
    </Checkbox>
  );
}

function Document({ to, children }: { to: string; children?: React.ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
