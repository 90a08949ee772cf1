import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@/components/ui/Button";
import { Drawer } from "@/components/ui/Drawer";
import { Lines, Tear } from "@/components/ui/Statement";
import { cents, money } from "@/lib/format";
import type { PricedPlan, ProofLine } from "@/lib/shop/types";
import s from "./WhyPrice.module.css";

/** Where each part starts and how long it is, in percent of the sum of the parts. */
function spans(lines: ProofLine[]): { left: number; width: number }[] {
  const total = lines.reduce((sum, line) => sum + Math.max(0, cents(line.amount ?? "0")), 0) || 1;
  let at = 0;
  return lines.map((line) => {
    const width = (Math.max(0, cents(line.amount ?? "0")) / total) * 100;
    const span = { left: at, width };
    at += width;
    return span;
  });
}

const signed = (line: ProofLine, first: boolean) => {
  if (!line.amount) return "";
  const text = money(line.amount);
  return first || text.startsWith("-") ? text : `+ ${text}`;
};

interface WhyPriceProps {
  plan: PricedPlan;
  name: string;
  onClose: () => void;
  onEdit: () => void;
}

/** The price's own proof, as the server wrote it: parts that add up, tiers, and the table behind them. */
export default function WhyPrice({ plan, name, onClose, onEdit }: WhyPriceProps) {
  const { t } = useLingui();
  const { lines, inputs, table, tiers } = plan.proof;
  const parts = lines.filter((line) => line.kind === "part");
  const facts = lines.filter((line) => line.kind === "info");
  const fees = lines.filter((line) => line.kind === "fee");
  const shares = lines.filter((line) => line.kind === "share");
  const total = lines.find((line) => line.kind === "total");
  const bars = spans(parts);
  const { version, since } = table;
  return (
    <Drawer
      title={<Trans>Why this price</Trans>}
      subtitle={plan.option.label ? `${name}, ${plan.option.label}` : name}
      onClose={onClose}
      footer={
        <>
          <Button icon="edit" onClick={onEdit}>
            <Trans>Edit my details</Trans>
          </Button>
          <Button tone="primary" className={s.grow} onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      <ol className={s.why}>
        {parts.map((line, index) => (
          <li key={line.key}>
            <span>
              <b>{line.label}</b>
              {line.note && <small>{line.note}</small>}
            </span>
            <b className="num">{signed(line, index === 0)}</b>
            <span className={s.bar} aria-hidden="true">
              <i style={{ left: `${bars[index]?.left ?? 0}%`, width: `${bars[index]?.width ?? 0}%` }} />
            </span>
          </li>
        ))}
        {facts.map((line) => (
          <li key={line.key}>
            <span>
              {line.label}
              {line.note && <small>{line.note}</small>}
            </span>
            {line.amount && <span className="num">{money(line.amount)}</span>}
          </li>
        ))}
      </ol>
      <Tear />
      <Lines
        total
        lines={[
          { label: total?.label ?? t`Your monthly price`, value: total?.amount ?? plan.price, grand: true },
        ]}
      />
      {shares.length > 0 && (
        <Lines
          lines={shares.map((line) => ({
            key: line.key,
            label: line.label,
            note: line.note,
            value: line.amount ?? "",
          }))}
        />
      )}
      {fees.length > 0 && (
        <>
          <h3 className={s.whyTitle}>
            <Trans>Fees beside the premium</Trans>
          </h3>
          <Lines
            lines={fees.map((line) => ({
              key: line.key,
              label: line.label,
              note: line.note,
              value: line.amount ?? "",
            }))}
          />
        </>
      )}
      {tiers.length > 1 && (
        <>
          <h3 className={s.whyTitle}>
            <Trans>If you changed who is covered</Trans>
          </h3>
          <table className={s.tiers}>
            <tbody>
              {tiers.map((tier) => (
                <tr key={tier.tier} aria-current={tier.current || undefined}>
                  <th scope="row">
                    {tier.label}
                    {tier.current && (
                      <>
                        {" "}
                        <Trans>(your choice)</Trans>
                      </>
                    )}
                  </th>
                  <td className="num">{tier.amount === null ? t`Not sold` : money(tier.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {inputs.length > 0 && (
        <>
          <h3 className={s.whyTitle}>
            <Trans>What we used</Trans>
          </h3>
          <Lines lines={inputs.map((input) => ({ label: input.label, value: <span>{input.value}</span> }))} />
        </>
      )}
      <p className={s.source}>
        <Trans>
          Prices are set by the carrier and are the same online and by phone. Rate table version {version}, in
          force since {since}.
        </Trans>
      </p>
    </Drawer>
  );
}
