import { useLingui } from "@lingui/react/macro";
import { bootstrap, type Language } from "@/lib/bootstrap";
import { chooseLanguage } from "@/lib/i18n";
import { queryClient } from "@/lib/query";
import { Icon } from "../ui/Icon";

const NAMES: Record<Language, string> = { en: "English", es: "Español" };

/** Offers the other language by its own name. Server texts are read again in it. */
export function LanguageSwitch({ className, icon }: { className?: string | undefined; icon?: boolean }) {
  const { i18n } = useLingui();
  const other = bootstrap.languages.find((language) => language !== i18n.locale);
  if (!other) return null;
  const change = async () => {
    await chooseLanguage(other);
    await queryClient.invalidateQueries();
  };
  return (
    <button type="button" lang={other} className={className} onClick={() => void change()}>
      {icon && <Icon name="globe" />}
      {NAMES[other]}
    </button>
  );
}
