import { contact } from "@/lib/bootstrap";
import { Icon } from "../ui/Icon";

/** Phone and email of the brand, or of the rep or group whose page it is, as items of a list. */
export function ContactItems() {
  const { phone, phoneHref, email } = contact();
  return (
    <>
      {phone && (
        <li>
          <Icon name="phone" />
          <a href={phoneHref}>{phone}</a>
        </li>
      )}
      {email && (
        <li>
          <Icon name="mail" />
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
    </>
  );
}
