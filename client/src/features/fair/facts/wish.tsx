import { useTranslation } from "react-i18next";
import { CopyText } from "../../../ui/copy-text.tsx";
import { FactList, type FactsProps } from "../fact-list.tsx";

/** Characters of the hash of which one number is made (docs/fairness.md). */
const windowLength = 6;

/** Which bottle of a wish room won, whose it is, and which part of which hash says so. */
export function Facts({ bundle: { wish } }: FactsProps) {
  const { t } = useTranslation("fair");
  if (!wish) return null;
  const from = wish.window * windowLength;
  return (
    <FactList title={t("verify.wish.won", { bottle: wish.bottle, bottles: wish.bottles })}>
      <CopyText label={t("verify.wish.winner")} text={t("verify.wish.player", { player: wish.player })} />
      <CopyText label={t("verify.serverSeed")} text={wish.serverSeed} />
      <CopyText label={t("verify.serverHash")} text={wish.serverHash} />
      <CopyText label={t("verify.resultHash")} text={wish.hash} />
      <CopyText label={t("verify.wish.part")} text={wish.hash.slice(from, from + windowLength)} />
      <CopyText label={t("verify.wish.rehashes")} text={String(wish.rehashes)} />
    </FactList>
  );
}
