import { useQuery } from "@tanstack/react-query";
import { FileUp, Search } from "lucide-react";
import { type DragEvent, type FormEvent, useCallback, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Bundle } from "../../fairness/bundle.ts";
import type { Own } from "../../fairness/mine.ts";
import type { Verdict as Judged } from "../../fairness/verdict.ts";
import type { Report } from "../../fairness/verification.ts";
import { ownDraws, ownId } from "../../state/own-draws.ts";
import { queryClient } from "../../state/query.ts";
import { changes, forget, recall, see, trustQuery } from "../../state/trust.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { loadBundle } from "./api.ts";
import { BundleFacts } from "./bundle-facts.tsx";
import { CheckList, Differences, Verdict } from "./verdict.tsx";
import s from "./verify-page.module.css";

type State =
  | { readonly step: "empty" | "loading" | "working" | "notFound" }
  | { readonly step: "unreadable"; readonly reason: string }
  | {
      readonly step: "done";
      readonly bundle: Bundle;
      readonly report: Report;
      readonly judged: Judged;
      readonly own: Own;
    };

/** Paste, drop or load a proof; the browser checks it alone. The verifier is loaded with the page, so offline works. */
export function VerifyPage() {
  const { t } = useTranslation("fair");
  const [query, setQuery] = useSearchParams();
  const [id, setId] = useState(query.get("result") ?? "");
  const [text, setText] = useState("");
  const [state, setState] = useState<State>({ step: "empty" });
  const [over, setOver] = useState(false);
  const area = useId();
  const wanted = query.get("result");

  const verify = useCallback(async (json: string, wanted = "") => {
    setState({ step: "working" });
    try {
      const [{ parseBundle }, { verifyBundle }, { askedFor, judge }, { trustFor }, { compareOwn, withOwn }] =
        await Promise.all(verifier());
      const bundle = parseBundle(json);
      const trust = trustFor(bundle);
      const report = await verifyBundle(bundle, trust);
      const own = compareOwn(bundle, ownDraws(), await ownId(), wanted);
      const judged = withOwn(await judge(bundle, report, trust, recall(), askedFor(wanted, bundle.scope)), own);
      setState({ step: "done", bundle, report, judged, own });
    } catch (error) {
      setState({ step: "unreadable", reason: error instanceof Error ? error.message : String(error) });
    }
  }, []);

  useEffect(() => {
    void Promise.all(verifier());
  }, []);
  const { data: said } = useQuery(trustQuery);
  const [, setForgotten] = useState(false);
  const changed = said ? changes(said, recall()) : [];
  const accept = () => {
    if (!said) return;
    forget();
    see(said);
    setForgotten(true);
    if (text !== "") void verify(text, wanted ?? "");
  };

  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    setId(wanted);
    setState({ step: "loading" });
    loadBundle(wanted, leaving.signal).then(
      (json) => {
        setText(json);
        void verify(json, wanted);
      },
      () => {
        if (!leaving.signal.aborted) setState({ step: "notFound" });
      },
    );
    return () => leaving.abort();
  }, [wanted, verify]);

  const load = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim() !== "") setQuery(new URLSearchParams({ result: id.trim() }), { preventScrollReset: true });
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const json = await file.text();
    setText(json);
    await verify(json);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <div className={s.page}>
      <header className={s.head}>
        <h1>{t("verify.title")}</h1>
        <p>{t("verify.intro")}</p>
      </header>
      {changed.length > 0 && (
        <section className={s.wrong} role="alert" data-changed>
          <h2>{t("verify.changed")}</h2>
          <Differences differs={changed} />
          <Button onClick={accept}>{t("verify.forget")}</Button>
        </section>
      )}
      <div className={s.columns}>
        <Card className={s.input}>
          <form className={s.byId} onSubmit={load}>
            <Field
              label={t("verify.id")}
              value={id}
              autoComplete="off"
              onChange={(event) => setId(event.target.value)}
            />
            <Button type="submit" busy={state.step === "loading"}>
              <Search size={16} aria-hidden />
              {t("verify.load")}
            </Button>
          </form>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the file button below */}
          <div
            className={s.paste}
            data-over={over || undefined}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <label htmlFor={area}>{t("verify.paste")}</label>
            <textarea
              id={area}
              value={text}
              rows={12}
              spellCheck={false}
              placeholder={t("verify.placeholder")}
              onChange={(event) => setText(event.target.value)}
            />
            <p>{t("verify.drop")}</p>
          </div>
          <div className={s.actions}>
            <Button
              kind="primary"
              disabled={text.trim() === ""}
              busy={state.step === "working"}
              onClick={() => void verify(text)}
            >
              {t("verify.check")}
            </Button>
            <label className={s.file}>
              <FileUp size={16} aria-hidden />
              {t("verify.file")}
              <input
                type="file"
                accept=".json,application/json"
                onChange={(event) => void take(event.target.files?.[0])}
              />
            </label>
            <Button
              kind="plain"
              onClick={() => {
                setText("");
                setId("");
                setQuery({}, { replace: true, preventScrollReset: true });
                setState({ step: "empty" });
              }}
            >
              {t("verify.clear")}
            </Button>
          </div>
        </Card>
        <div className={s.output} aria-live="polite">
          <Output state={state} text={text} />
        </div>
      </div>
    </div>
  );
}

/** Loaded lazily, so that only this page pays for the cryptography. */
const verifier = () =>
  [
    import("../../fairness/bundle.ts"),
    import("../../fairness/verify.ts"),
    import("../../fairness/verdict.ts"),
    import("../../fairness/trust.ts"),
    import("../../fairness/mine.ts"),
    queryClient.ensureQueryData(trustQuery).catch(() => null), // offline the memory alone counts
  ] as const;

function Output({ state, text }: { state: State; text: string }) {
  const { t } = useTranslation("fair");
  switch (state.step) {
    case "empty":
      return <CheckList />;
    case "loading":
      return <p className={s.note}>{t("verify.loading")}</p>;
    case "working":
      return <p className={s.note}>{t("verify.working")}</p>;
    case "notFound":
      return (
        <p className={s.wrong} role="alert">
          {t("verify.notFound")}
        </p>
      );
    case "unreadable":
      return (
        <p className={s.wrong} role="alert">
          {t("verify.unreadable", { reason: state.reason })}
        </p>
      );
    case "done":
      return (
        <>
          <Verdict report={state.report} judged={state.judged} own={state.own} bundle={state.bundle} text={text} />
          <BundleFacts bundle={state.bundle} />
        </>
      );
  }
}
