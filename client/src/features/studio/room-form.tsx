/** The setup of a roll room: texts, time, entry, requirements, and prizes from the own backpack and purse. */
import { useQuery } from "@tanstack/react-query";
import { Minus, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { serverNow } from "../../net/clock.ts";
import { limits, RollJoin } from "../../protocol/gen.ts";
import { useItems } from "../../state/catalog.ts";
import { useWallet } from "../../state/wallet.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { ItemCard } from "../../ui/item-card.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Price } from "../../ui/price.tsx";
import { Select } from "../../ui/select.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ownItems } from "./api.ts";
import { type Draft, gemsOf, problemOf, TASK_KINDS } from "./draft.ts";
import { studioKeys } from "./query.ts";
import s from "./studio.module.css";

interface RoomFormProps {
  readonly first: Draft;
  /** Items that the room holds already: they are in no backpack. */
  readonly held: readonly { readonly id: string; readonly def: number; readonly valueCents: number }[];
  readonly busy: boolean;
  readonly submit: string;
  readonly onSubmit: (draft: Draft) => void;
}

export function RoomForm({ first, held, busy, submit, onSubmit }: RoomFormProps) {
  const { t } = useTranslation("studio");
  const [draft, setDraft] = useState(first);
  const [tried, setTried] = useState(false);
  const balance = useWallet((wallet) => wallet.gemsCents);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const problem = problemOf(draft, serverNow());
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) onSubmit(draft);
  };
  return (
    <form className={s.form} onSubmit={send} noValidate>
      <section className={s.block}>
        <h2>{t("form.about")}</h2>
        <Field
          label={t("form.name")}
          value={draft.name}
          maxLength={limits.rollNameLength}
          onChange={(event) => change({ name: event.target.value })}
          error={tried && problem === "name" ? t("problem.name") : undefined}
        />
        <label className={s.area}>
          <span>{t("form.description")}</span>
          <textarea
            rows={3}
            value={draft.description}
            maxLength={limits.rollDescriptionLength}
            onChange={(event) => change({ description: event.target.value })}
          />
        </label>
        <Field
          type="datetime-local"
          label={t("form.time")}
          value={draft.openAt}
          onChange={(event) => change({ openAt: event.target.value })}
          error={tried && problem === "time" ? t("problem.time") : undefined}
        />
      </section>
      <section className={s.block}>
        <h2>{t("form.entry")}</h2>
        <Tabs
          label={t("form.entry")}
          value={draft.joinType}
          onChange={(joinType) => change({ joinType })}
          choices={RollJoin.values.map((value) => ({ value, label: t(`entry.${value}`) }))}
          className={s.entry}
        />
        {draft.joinType === "roll_join_password" && (
          <Field
            label={t("form.password")}
            value={draft.password}
            maxLength={limits.rollPasswordLength}
            autoComplete="off"
            hint={draft.hasPassword ? t("form.passwordKept") : t("form.passwordHint")}
            onChange={(event) => change({ password: event.target.value })}
            error={tried && problem === "password" ? t("problem.password") : undefined}
          />
        )}
        {draft.joinType === "roll_join_once_password" && <p className={s.note}>{t("form.once")}</p>}
        <Field
          label={t("form.most")}
          inputMode="numeric"
          value={draft.joinMax}
          placeholder="5000"
          onChange={(event) => change({ joinMax: event.target.value })}
          error={tried && problem === "most" ? t("problem.most") : undefined}
        />
        <Tasks draft={draft} onChange={change} error={tried && problem === "tasks" ? t("problem.tasks") : undefined} />
      </section>
      <section className={s.block}>
        <h2>{t("form.gems")}</h2>
        {draft.gems.map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a prize is its place
          <div key={i} className={s.line}>
            <Field
              label={t("form.gemsOf", { n: i + 1 })}
              inputMode="decimal"
              value={text}
              onChange={(event) => change({ gems: draft.gems.map((g, j) => (j === i ? event.target.value : g)) })}
            />
            <Button
              size="icon"
              aria-label={t("form.remove", { n: i + 1 })}
              onClick={() => change({ gems: draft.gems.filter((_, j) => j !== i) })}
            >
              <Minus size={18} aria-hidden />
            </Button>
          </div>
        ))}
        <Button size="s" onClick={() => change({ gems: [...draft.gems, ""] })}>
          <Plus size={16} aria-hidden />
          {t("form.addGems")}
        </Button>
        {tried && problem === "gems" && <p role="alert">{t("problem.gems")}</p>}
      </section>
      <Items draft={draft} held={held} onChange={(items) => change({ items })} />
      <footer className={s.pay}>
        <div>
          <p>
            {t("form.escrow", { items: draft.items.length })} <Price cents={gemsOf(draft)} />
          </p>
          <p className={s.note}>
            {t("form.balance")} <Price cents={balance ?? 0} />
          </p>
          {tried && problem === "prizes" && <p role="alert">{t("problem.prizes")}</p>}
        </div>
        <Button type="submit" kind="primary" size="l" busy={busy}>
          {submit}
        </Button>
      </footer>
    </form>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly error: string | undefined;
}

function Tasks({ draft, onChange, error }: PartProps) {
  const { t } = useTranslation("studio");
  const free = TASK_KINDS.filter((kind) => !draft.tasks.some((task) => task.kind === kind));
  const set = (i: number, part: Partial<Draft["tasks"][number]>) =>
    onChange({ tasks: draft.tasks.map((task, j) => (j === i ? { ...task, ...part } : task)) });
  return (
    <div className={s.tasks}>
      <h3>{t("form.tasks")}</h3>
      {draft.tasks.map((task, i) => (
        <div key={task.kind} className={s.line}>
          <Select
            label={t("form.task", { n: i + 1 })}
            value={String(task.kind)}
            onChange={(kind) => set(i, { kind: Number(kind) })}
            choices={[task.kind, ...free].map((kind) => ({
              value: String(kind),
              label: t(`task.${kind as (typeof TASK_KINDS)[number]}`),
            }))}
          />
          <Field
            label={t("form.target")}
            hideLabel
            inputMode="decimal"
            value={task.target}
            onChange={(event) => set(i, { target: event.target.value })}
          />
          <Button
            size="icon"
            aria-label={t("form.removeTask", { n: i + 1 })}
            onClick={() => onChange({ tasks: draft.tasks.filter((_, j) => j !== i) })}
          >
            <Minus size={18} aria-hidden />
          </Button>
        </div>
      ))}
      {error && <p role="alert">{error}</p>}
      {free[0] !== undefined && draft.tasks.length < 5 && (
        <Button size="s" onClick={() => onChange({ tasks: [...draft.tasks, { kind: free[0] ?? 7, target: "1" }] })}>
          <Plus size={16} aria-hidden />
          {t("form.addTask")}
        </Button>
      )}
    </div>
  );
}

const ITEMS_PAGE = 24;

function Items({
  draft,
  held,
  onChange,
}: {
  draft: Draft;
  held: RoomFormProps["held"];
  onChange: (items: readonly string[]) => void;
}) {
  const { t } = useTranslation("studio");
  const view = useItems();
  const [page, setPage] = useState(1);
  const { data } = useQuery({ queryKey: studioKeys.items(page), queryFn: () => ownItems(page, ITEMS_PAGE) });
  const list = [...(page === 1 ? held : []), ...(data?.records ?? [])];
  const toggle = (id: string) =>
    onChange(draft.items.includes(id) ? draft.items.filter((other) => other !== id) : [...draft.items, id]);
  return (
    <section className={s.block}>
      <h2>
        {t("form.items")} <span>{draft.items.length}</span>
      </h2>
      {data && list.length === 0 ? (
        <Empty text={t("form.noItems")} />
      ) : (
        <div className={s.items}>
          {list.map(({ id, def, valueCents }) => {
            const item = view(def);
            const chosen = draft.items.includes(id);
            return (
              item && (
                <button
                  key={id}
                  type="button"
                  aria-pressed={chosen}
                  className={cx(s.pick, chosen && s.chosen)}
                  onClick={() => toggle(id)}
                >
                  <ItemCard item={item} cents={valueCents} />
                </button>
              )
            );
          })}
        </div>
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / ITEMS_PAGE)} onPage={setPage} />
    </section>
  );
}
