import { Trans, useLingui } from "@lingui/react/macro";
import { LocationBanner } from "@/components/layout/LocationBanner";
import { Icon } from "@/components/ui/Icon";
import { contact, type Language } from "@/lib/bootstrap";
import s from "./Home.module.css";
import { usePerson } from "./usePerson";

/** Phones: whom to call instead of answering, and the question that finds an agent nearby; wide screens: the question. */
export default function Agent({ wide }: { wide: boolean }) {
  const { i18n } = useLingui();
  const { person } = usePerson();
  const { phone, phoneHref, hours } = contact(i18n.locale);
  const own = person?.phone;
  if (wide) return <LocationBanner />;
  return (
    <div className={s.agent}>
      {phone && (
        <p className="wrap">
          <Icon name="phone" />
          <span>
            {person ? (
              `${person.name}. ${person.tagline[i18n.locale as Language] ?? ""}`
            ) : hours ? (
              <Trans>Prefer to talk? Licensed agents, {hours}</Trans>
            ) : (
              <Trans>Prefer to talk? Call a licensed agent.</Trans>
            )}{" "}
            <a className="num" href={own ? `tel:${own.replace(/[^\d+]/g, "")}` : phoneHref}>
              {own || phone}
            </a>
          </span>
        </p>
      )}
      <LocationBanner />
    </div>
  );
}
