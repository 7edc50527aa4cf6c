import { useEffect, useRef } from "react";
import type { Api } from "../../protocol/api.ts";
import { numberedText } from "../../state/problem.ts";
import { answerCaptcha, type CaptchaPurpose, type Ticket } from "./api.ts";
import s from "./captcha-dialog.module.css";

/** What both providers' scripts put into the page. */
interface WidgetApi {
  render(
    into: HTMLElement,
    options: {
      sitekey: string;
      callback: (response: string) => void;
      "error-callback": (code?: unknown) => void;
    },
  ): unknown;
  remove(widget: unknown): void;
}

type Engine = Exclude<Api["CaptchaChallenge"]["engine"], "work">;
declare global {
  interface Window {
    hcaptcha?: WidgetApi;
    turnstile?: WidgetApi;
  }
}

interface CaptchaWidgetProps {
  id: string;
  engine: Engine;
  widget: Readonly<{ script: string; siteKey: string }>;
  purpose: CaptchaPurpose;
  onPass: (ticket: Ticket) => void;
  onWrong: (text: string) => void;
}

/** An outside provider's widget: its response is traded for the site's own ticket. */
export function CaptchaWidget({ id, engine, widget, purpose, onPass, onWrong }: CaptchaWidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef({ onPass, onWrong });
  told.current = { onPass, onWrong };
  const { script, siteKey } = widget;
  useEffect(() => {
    let over = false;
    let remove = () => {};
    const wrong = (problem: unknown) => {
      if (!over) told.current.onWrong(numberedText(problem));
    };
    const draw = async () => {
      const api = await load(engine, script);
      const into = place.current;
      if (over || !into) return;
      const drawn = api.render(into, {
        sitekey: siteKey,
        callback: (response) => {
          answerCaptcha(id, purpose, { response }).then((ticket) => over || told.current.onPass(ticket), wrong);
        },
        "error-callback": wrong,
      });
      remove = () => api.remove(drawn);
    };
    void draw().catch(wrong);
    return () => {
      over = true;
      remove();
    };
  }, [id, engine, script, siteKey, purpose]);
  return <div ref={place} className={s.widget} />;
}

/** The provider's script, once a page. */
async function load(engine: Engine, script: string): Promise<WidgetApi> {
  if (!window[engine]) {
    await new Promise<void>((loaded, failed) => {
      const element = document.createElement("script");
      element.src = script;
      element.async = true;
      element.onload = () => loaded();
      element.onerror = () => {
        element.remove();
        failed(new Error(`captcha: ${engine} cannot be loaded`));
      };
      document.head.append(element);
    });
  }
  const api = window[engine];
  if (!api) throw new Error(`captcha: ${engine} is not there`);
  return api;
}
