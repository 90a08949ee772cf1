import { useLingui } from "@lingui/react";
import { bootstrap, type Language, type Marketing } from "@/lib/bootstrap";

/** The operator's texts of the front page in the visitor's language. */
export function useMarketing(): Marketing {
  const { i18n } = useLingui();
  return bootstrap.marketing[i18n.locale as Language];
}
