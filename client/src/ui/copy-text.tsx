import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import s from "./copy-text.module.css";
import { toast } from "./toast.ts";

/** A hash, a seed, a link: shown as far as there is room, copied whole. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation("ui");
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(setCopied, 1500, false);
    } catch {
      toast(t("copyFailed"), "error");
    }
  };
  return (
    <div className={s.copy}>
      <span className={s.label}>{label}</span>
      <code>{text}</code>
      <button type="button" aria-label={t("copy", { what: label })} onClick={copy}>
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </button>
      <span className="sr" role="status">
        {copied ? t("copied") : ""}
      </span>
    </div>
  );
}
