import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ReviewCard, Row, RowChange } from "@/client";
import { Badge } from "@/components/ui/Badge";
import { Button, ButtonLink } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { Drawer } from "@/components/ui/Drawer";
import { Email } from "@/components/ui/Facts";
import { cx } from "@/lib/cx";
import { useSitePictures } from "@/lib/site-pictures";
import marked from "../signing/Signing.module.css";
import s from "../steps/Review.module.css";

function Rows({ rows, changes = [] }: { rows: Row[]; changes?: RowChange[] }) {
  const value = (row: Row) => (row.value ? <Email address={row.value} /> : <Trans>Not provided</Trans>);
  return (
    <dl className={s.rows}>
      {rows.map((row, index) => {
        const change = changes.find((change) => change.row === index);
        return (
          <div key={`${row.label}-${index}`} className={s.row}>
            <dt>{row.label}</dt>
            <dd className={cx(change && marked.was)}>
              {change?.was && (
                <>
                  <del>
                    <span className="sr">
                      <Trans>was</Trans>{" "}
                    </span>
                    {change.was}
                  </del>{" "}
                </>
              )}
              {change ? <mark>{value(row)}</mark> : value(row)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface SummaryProps {
  card: ReviewCard;
  picture: string | undefined;
  onView: () => void;
  href: string;
  changes: RowChange[];
}

function Summary({ card, picture, onView, href, changes }: SummaryProps) {
  const { t } = useLingui();
  const { title } = card;
  const done = card.status === "done";
  return (
    <Card className={s.card} aria-label={title}>
      <h2>
        <span className={s.title}>
          {picture && <img src={picture} alt="" width="40" height="30" />}
          {title}
        </span>
        {changes.length > 0 && done ? (
          <Badge tone="brand">{t`Changed since you signed`}</Badge>
        ) : done ? (
          <Badge tone="ok" icon="check">
            <span className="sr">{t`Complete`}</span>
          </Badge>
        ) : (
          <Badge tone="warn">{t`To do`}</Badge>
        )}
      </h2>
      <Rows rows={card.rows} changes={changes} />
      <div className={s.foot}>
        <Button tone="quiet" aria-label={t`View Details, ${title}`} onClick={onView}>
          <Trans>View Details</Trans>
        </Button>
        {href && (
          <ButtonLink tone="quiet" to={href} aria-label={t`Edit Details, ${title}`}>
            <Trans>Edit Details</Trans>
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

export const editHref = (card: ReviewCard, from = "review") => `${card.href}?return=${from}`;

export function Details({ card, href, onClose }: { card: ReviewCard; href: string; onClose: () => void }) {
  const { t } = useLingui();
  const blocks = card.details.length ? card.details : [{ title: "", rows: card.rows }];
  return (
    <Drawer
      title={card.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {href && (
            <ButtonLink to={href}>
              <Trans>Edit Details</Trans>
            </ButtonLink>
          )}
        </>
      }
    >
      {blocks.map((block, index) => (
        <section key={index} className={s.detail} aria-label={block.title || t`Details`}>
          {block.title && <h3>{block.title}</h3>}
          <Rows rows={block.rows} />
        </section>
      ))}
    </Drawer>
  );
}

interface ReviewCardsProps {
  cards: ReviewCard[];
  /** Steps to look at only. */
  theirs?: string[];
  /** The page an edit comes back to. */
  from?: "review" | "check";
  /** Whether what changed since the last signature is marked. */
  marks?: boolean;
}

/** A card for each step, with its answers to look at and the way to change them. */
export function ReviewCards(props: ReviewCardsProps) {
  const { cards, theirs = [], from = "review", marks = false } = props;
  const [viewed, setViewed] = useState<ReviewCard | null>(null);
  const { data: pictures = {} } = useSitePictures();
  return (
    <div className={s.review}>
      {cards.map((card) => (
        <Summary
          key={card.tab_name}
          card={card}
          picture={pictures[`review_${card.tab_name}_image`]}
          href={theirs.includes(card.tab_name) ? "" : editHref(card, from)}
          changes={marks ? (card.changes ?? []) : []}
          onView={() => setViewed(card)}
        />
      ))}
      {viewed && (
        <Details
          card={viewed}
          href={theirs.includes(viewed.tab_name) ? "" : editHref(viewed, from)}
          onClose={() => setViewed(null)}
        />
      )}
    </div>
  );
}
