import { Trans, useLingui } from "@lingui/react/macro";
import { bootstrap, type Language } from "@/lib/bootstrap";
import s from "./LegalLinks.module.css";

/** Links to the legal pages, which the server writes. With `apart` they leave the page with what is typed in it alone. */
export function LegalLinks({ apart }: { apart?: boolean }) {
  const { i18n, t } = useLingui();
  if (!bootstrap.legal.length) return null;
  return (
    <nav aria-label={t`Legal`} className={s.legal}>
      <ul>
        {bootstrap.legal.map((page) => (
          <li key={page.href}>
            <a
              href={`${page.href}?lang=${i18n.locale}`}
              {...(apart ? { target: "_blank", rel: "noopener" } : null)}
            >
              {page[i18n.locale as Language]}
              {apart && (
                <span className="sr">
                  {" "}
                  <Trans>(opens in a new tab)</Trans>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The end of pages without the store's footer. */
export function LegalFooter() {
  return (
    <footer className={`wrap ${s.page}`}>
      <LegalLinks apart />
    </footer>
  );
}
