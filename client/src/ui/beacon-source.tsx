import { useTranslation } from "react-i18next";

/** Where a random value comes from, in plain words. What is not surely drand is shown as the house's own chain. */
export function BeaconSource({ source, className }: { source: string | undefined; className?: string | undefined }) {
  const { t } = useTranslation("ui");
  return (
    <p className={className} data-source={source === "drand" ? "drand" : "local"}>
      {t(`source.${source === "drand" ? "drand" : "local"}`)}
    </p>
  );
}
