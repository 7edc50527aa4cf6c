/** Choose boxes, seats and mode; see what it costs and what it returns; pay the entry by creating. */
import { useMutation } from "@tanstack/react-query";
import { Minus, Plus } from "lucide-react";
import { type CSSProperties, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLanguage } from "../../i18n/language.ts";
import { BattleMode } from "../../protocol/gen.ts";
import { paths } from "../../routes/paths.ts";
import { useIntent } from "../../state/intent.ts";
import { reportError } from "../../state/problem.ts";
import { requireLogin, useLoggedIn } from "../../state/session.ts";
import { useWallet } from "../../state/wallet.ts";
import { BoxArt } from "../../ui/art.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/empty.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { formatCents, formatPpm } from "../../ui/number.ts";
import { Price } from "../../ui/price.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { createBattle } from "./api.ts";
import { type BoxView, useBoxDetails, useBoxes, useBoxViews } from "./boxes.ts";
import s from "./create-dialog.module.css";
import { besideVoucher, useEntryVouchers } from "./entry-voucher.ts";
import { EntryVoucherChoice } from "./entry-voucher-choice.tsx";
import { BOXES_MAX, type Draft, emptyDraft, entryOf, roundsOf, withBox, withMode, withSeats } from "./setup.ts";

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("battle");
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  return (
    <Dialog title={t("create.title")} onClose={onClose} size="l" className={s.dialog}>
      <div className={s.form}>
        <Boxes draft={draft} onChange={setDraft} />
        <div className={s.rules}>
          <section>
            <h3>{t("create.seats")}</h3>
            <Tabs
              label={t("create.seats")}
              value={draft.seats}
              onChange={(seats) => setDraft(withSeats(draft, seats))}
              choices={[2, 3, 4].map((n) => ({ value: n, label: t("create.seatsOf", { n }) }))}
            />
          </section>
          <section>
            <h3>{t("create.mode")}</h3>
            <Tabs
              label={t("create.mode")}
              value={draft.mode}
              onChange={(mode) => setDraft(withMode(draft, mode))}
              choices={BattleMode.values.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
            />
            <p className={s.explain} aria-live="polite">
              {t(`explain.${draft.mode}`)} {draft.mode !== "share" && t("tie")}
            </p>
          </section>
          <Checkbox checked={draft.private} onChange={(event) => setDraft({ ...draft, private: event.target.checked })}>
            {t("create.private")}
          </Checkbox>
        </div>
      </div>
      <Pay draft={draft} />
    </Dialog>
  );
}

function Boxes({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const { t } = useTranslation("battle");
  const all = useBoxes();
  const boxOf = useBoxViews();
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const boxes = (all.data ?? []).flatMap(({ id }) => boxOf(id) ?? []);
  const full = roundsOf(draft).length >= BOXES_MAX;
  return (
    <section>
      <div className={s.boxesHead}>
        <h3>{t("create.boxes")}</h3>
        <span aria-live="polite">{t("create.chosen", { n: roundsOf(draft).length, max: BOXES_MAX })}</span>
      </div>
      <p className={s.hint}>{t("create.boxesHint")}</p>
      <SearchField label={t("create.search")} value={text} onChange={setText} iconPx={18} />
      {all.isError && <Failed onRetry={() => void all.refetch()} />}
      <ul className={s.grid}>
        {all.isPending && <Skeletons count={8} className={s.skeleton} />}
        {boxes
          .filter((box) => box.name.toLowerCase().includes(wanted))
          .map((box) => (
            <Choice
              key={box.id}
              box={box}
              count={draft.boxes.get(box.id) ?? 0}
              full={full}
              onStep={(step) => onChange(withBox(draft, box.id, step))}
            />
          ))}
      </ul>
    </section>
  );
}

interface ChoiceProps {
  readonly box: BoxView;
  readonly count: number;
  readonly full: boolean;
  readonly onStep: (step: 1 | -1) => void;
}

function Choice({ box, count, full, onStep }: ChoiceProps) {
  const { t } = useTranslation("battle");
  return (
    <li className={cx(s.box, count > 0 && s.on)} style={{ "--a": box.accent } as CSSProperties}>
      <BoxArt image={box.image} sizes="110px" />
      <b>{box.name}</b>
      <Price cents={box.priceCents} />
      <div className={s.steps}>
        <button
          type="button"
          disabled={count === 0}
          aria-label={t("create.remove", { name: box.name })}
          onClick={() => onStep(-1)}
        >
          <Minus size={16} aria-hidden />
        </button>
        <span className="num" aria-live="polite">
          {count}
        </span>
        <button
          type="button"
          disabled={full}
          aria-label={t("create.add", { name: box.name })}
          onClick={() => onStep(1)}
        >
          <Plus size={16} aria-hidden />
        </button>
      </div>
    </li>
  );
}

function Pay({ draft }: { draft: Draft }) {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const navigate = useNavigate();
  const loggedIn = useLoggedIn();
  const balance = useWallet((wallet) => wallet.gemsCents);
  const boxOf = useBoxViews();
  const chosen = useMemo(() => [...draft.boxes.keys()], [draft.boxes]);
  const details = useBoxDetails(chosen);
  const { entryCents, returnPpm } = entryOf(draft, (id) => {
    const box = boxOf(id);
    return box && { priceCents: box.priceCents, expectedCents: details.get(id)?.expectedCents };
  });
  const vouchers = useEntryVouchers();
  const [voucher, setVoucher] = useState("");
  const ownCents = besideVoucher(vouchers, voucher, entryCents);
  const intent = useIntent();
  const create = useMutation({
    mutationFn: () => {
      const { seats, mode, private: hidden } = draft;
      const setup = {
        boxes: roundsOf(draft),
        seats,
        mode,
        private: hidden,
        priceCents: entryCents,
        ...(voucher !== "" && { card: voucher }),
      };
      return intent.run(setup, (key) => createBattle(setup, key));
    },
    onSuccess: ({ battleId, code }) => navigate(paths.battle(battleId, code)),
    onError: reportError,
  });
  const poor = loggedIn && ownCents > balance;
  return (
    <footer className={s.pay}>
      <div>
        <small>{t("create.entry")}</small>
        <Price cents={entryCents} className={s.total} />
        <small title={t("create.returnHint")}>
          {returnPpm !== null && t("create.return", { percent: formatPpm(returnPpm, language) })}
          {entryCents === 0 && t("create.nothing")}
        </small>
      </div>
      <EntryVoucherChoice vouchers={vouchers} chosen={voucher} onChoose={setVoucher} />
      {poor && <span className={s.poor}>{t("create.poor")}</span>}
      <Button
        kind="primary"
        size="l"
        busy={create.isPending}
        disabled={entryCents === 0 || poor}
        onClick={() => requireLogin() && create.mutate()}
      >
        {loggedIn ? t("create.submit", { price: formatCents(ownCents, language) }) : t("create.login")}
      </Button>
    </footer>
  );
}
