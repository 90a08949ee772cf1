import { Trans } from "@lingui/react/macro";
import { Banner } from "@/components/ui/Banner";

/** The cost of a change for months that have begun, more or less, and who owes it. */
export function PastMonths({ rows }: { rows: { past: string[] }[] }) {
  const texts = rows.flatMap((row) => row.past);
  return texts.length > 0 ? (
    <Banner tone="info">
      <p>
        <Trans>This changes the price of months that have begun.</Trans>
      </p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  ) : null;
}
