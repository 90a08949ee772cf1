import { Trans, useLingui } from "@lingui/react/macro";
import type { Passbook as Book } from "@/client";
import { money } from "@/lib/format";
import s from "./Sections.module.css";
import { Figures } from "./useFigures";

const isNothing = (amount: string) => Number(amount) === 0;

function PaidIn({ book }: { book: Book }) {
  const prices = book.plans.map(({ price }) => money(price)).join(" + ");
  const month = money(book.membership);
  const row = (name: React.ReactNode, note: React.ReactNode, amount: string) =>
    !isNothing(amount) && (
      <tr>
        <th scope="row">
          {name}
          {note && <small>{note}</small>}
        </th>
        <td>{money(amount)}</td>
        <td />
      </tr>
    );
  return (
    <>
      {row(<Trans>Plans, 12 months</Trans>, prices, book.premiums)}
      {row(<Trans>Association membership</Trans>, `12 × ${month}`, book.membership_year)}
      {row(<Trans>One-time fees</Trans>, null, book.once)}
    </>
  );
}

function Entries({ book }: { book: Book }) {
  const { t } = useLingui();
  return (
    <table className={s.book}>
      <caption className="sr">{t`A year of premiums and benefits`}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Entry</Trans>
          </th>
          <th scope="col">
            <Trans>Paid in</Trans>
          </th>
          <th scope="col">
            <Trans>Paid out to you</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        <PaidIn book={book} />
        {book.entries.map(({ code, name, fee, paid, plan_name }) => (
          <tr key={code}>
            <th scope="row">
              {name}, {money(fee)}
              <small>{plan_name}</small>
            </th>
            <td />
            <td className={s.in}>{money(paid)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Trans>Total</Trans>
          </th>
          <td>{money(book.paid_in)}</td>
          <td>{money(book.paid_out)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A year as a savings book has it: what goes in, and what the plans pay out. */
export default function Passbook() {
  return (
    <Figures of="passbook">
      {(book, place) => {
        const paidIn = money(book.paid_in);
        const lost = book.kept.startsWith("-");
        return (
          <section className="section" aria-labelledby="passbook">
            <div className="wrap">
              <div className={s.passbook}>
                <div className={s.promise}>
                  <h2 id="passbook">
                    <Trans>What one member's year looks like</Trans>
                  </h2>
                  <p>
                    <Trans>
                      Two checkups, a crown, new glasses: a hard year, added up like a savings book.
                    </Trans>
                  </p>
                  <p>
                    <Trans>
                      One 18-year-old in {place}, standard plan levels, example fees. If you need none of it,
                      you've still paid {paidIn}.
                    </Trans>
                  </p>
                  <p className={s.kept}>
                    {lost ? (
                      <Trans>You paid more than you got back</Trans>
                    ) : (
                      <Trans>You came out ahead</Trans>
                    )}
                    <b>{money(book.kept.replace("-", ""))}</b>
                  </p>
                </div>
                <div>
                  <Entries book={book} />
                </div>
              </div>
            </div>
          </section>
        );
      }}
    </Figures>
  );
}
