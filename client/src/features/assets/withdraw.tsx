/** R$ to the player's own bank, by Pix. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../paths.ts";
import { watchDelivery } from "../../state/deliveries.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { patchWallet, useWallet } from "../../state/wallet.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { parseCents } from "../../ui/number.ts";
import { toast } from "../../ui/toast.tsx";
import { withdraw } from "./api.ts";
import s from "./assets.module.css";

export function Withdraw() {
  const { t } = useTranslation("assets");
  const intent = useIntent();
  const real = useWallet((wallet) => wallet.realCents);
  const [amount, setAmount] = useState("");
  const [pixKey, setPixKey] = useState("");
  const cents = parseCents(amount);
  const enough = cents !== null && cents > 0 && cents <= real;
  const request = useMutation({
    mutationFn: (want: { cents: number; pixKey: string }) =>
      intent.run(want, (key) => withdraw(want.cents, want.pixKey, key)),
    onSuccess: ({ id, otherBalanceCents }) => {
      patchWallet({ realCents: otherBalanceCents });
      watchDelivery(id);
      void queryClient.invalidateQueries({ queryKey: ["mine", "pay", "withdrawals"] });
      toast(t("withdraw.requested"), "ok");
      setAmount("");
    },
    onError: reportError,
  });
  return (
    <form
      className={`${s.page} ${s.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (enough && pixKey !== "" && !request.isPending) request.mutate({ cents, pixKey });
      }}
    >
      <p className={s.note}>{t("withdraw.text")}</p>
      <Field
        label={t("withdraw.amount")}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        error={amount !== "" && !enough ? t("withdraw.tooMuch") : undefined}
      />
      <Field
        label={t("withdraw.key")}
        autoComplete="off"
        maxLength={77}
        value={pixKey}
        onChange={(event) => setPixKey(event.target.value.replace(/\s/g, ""))}
        hint={t("withdraw.keyHint")}
      />
      <Button type="submit" kind="primary" size="l" busy={request.isPending} disabled={!enough || pixKey.length < 5}>
        {t("withdraw.go")}
      </Button>
      <Link className={s.link} to={paths.assetsRecords()}>
        {t("withdraw.records")}
      </Link>
    </form>
  );
}
