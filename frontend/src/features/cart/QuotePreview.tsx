import { useLingui } from "@lingui/react/macro";
import { useLayoutEffect, useRef } from "react";
import s from "./QuoteDialog.module.css";

const STYLE = "data-style";
/** The mail's rules for narrow windows. */
const SHEET = /<style>([^<]*)<\/style>/;

/**
 * Puts a mail's element into `host`. The page forbids style elements and attributes: before anything is parsed, the one
 * is taken out and the others are renamed, to be set as a sheet and as properties. Typed text in it is escaped and holds
 * no quotation mark. Links lead nowhere yet.
 */
export function showMail(host: HTMLElement, content: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET.exec(content)?.[1] ?? "");
  const plain = content.replace(SHEET, "").replaceAll(' style="', ` ${STYLE}="`);
  const parsed = new DOMParser().parseFromString(plain, "text/html");
  for (const link of parsed.querySelectorAll("a[href]")) link.removeAttribute("href");
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(...parsed.body.childNodes);
  for (const element of root.querySelectorAll<HTMLElement>(`[${STYLE}]`)) {
    element.style.cssText = element.getAttribute(STYLE) ?? "";
    element.removeAttribute(STYLE);
  }
}

/** The mail as it would go out, apart from the page's own styles. */
export function QuotePreview({ content }: { content: string }) {
  const { t } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (host.current) showMail(host.current, content);
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: "nearest" });
  }, [content]);
  return (
    <section className={s.preview} aria-label={t`Email preview`} tabIndex={0} ref={frame}>
      <div ref={host} />
    </section>
  );
}
