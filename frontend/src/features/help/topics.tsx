import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Role } from "@/lib/actor";

/** A job at a desk: what it is, how it is done, and the page it is done on. */
export interface Topic {
  id: string;
  title: ReactNode;
  text: ReactNode;
  to: string;
  link: ReactNode;
}

const rep: Topic[] = [
  {
    id: "today",
    title: <Trans>Start your day</Trans>,
    text: (
      <Trans>
        Home lists everything that needs you, most urgent first: new leads, questions, quotes about to expire,
        and coverage that ends. Each item has one button. Mark it done, or have it come back tomorrow.
      </Trans>
    ),
    to: "/agent-home",
    link: <Trans>Go to Home</Trans>,
  },
  {
    id: "lead",
    title: <Trans>Turn a lead into a quote</Trans>,
    text: (
      <Trans>
        Open a lead to see what the person needs and whether you may call now. Start quote fills in the
        answers they gave, so you only choose plans and send.
      </Trans>
    ),
    to: "/leads",
    link: <Trans>See your leads</Trans>,
  },
  {
    id: "consent",
    title: <Trans>Check before you call</Trans>,
    text: (
      <Trans>
        Consent on a lead's page shows whether they agreed to calls, texts, and email. Call only people who
        agreed, from 8 AM to 9 PM where they live.
      </Trans>
    ),
    to: "/leads",
    link: <Trans>See your leads</Trans>,
  },
  {
    id: "client",
    title: <Trans>Quote or enroll a client</Trans>,
    text: (
      <Trans>
        Choose a new client or one on record. Their name stays at the top while you compare plans. From the
        cart, send a quote by email, or start the application and send it to them to sign.
      </Trans>
    ),
    to: "/agent-home",
    link: <Trans>Choose a client</Trans>,
  },
  {
    id: "quotes",
    title: <Trans>Follow up on quotes</Trans>,
    text: (
      <Trans>
        See which quotes were opened, which have a question, and when each expires. Select several to send
        them again, and save a filter you use often.
      </Trans>
    ),
    to: "/quotes",
    link: <Trans>See quotes you sent</Trans>,
  },
  {
    id: "change",
    title: <Trans>Report a change for a client</Trans>,
    text: (
      <Trans>
        Open the client in your book to add a baby, report a move, or end coverage. You see the new price
        before anything changes, and you can undo it until midnight.
      </Trans>
    ),
    to: "/book-of-business",
    link: <Trans>Open your book of business</Trans>,
  },
  {
    id: "license",
    title: <Trans>Keep your licenses on record</Trans>,
    text: (
      <Trans>
        You can sell in a state while your license for it is on record. Send us its number, state, and last
        day; we'll remind you before it ends.
      </Trans>
    ),
    to: "#help-contact",
    link: <Trans>Contact us</Trans>,
  },
];

const group: Topic[] = [
  {
    id: "enrollment",
    title: <Trans>See who still has to enroll</Trans>,
    text: (
      <Trans>
        Home shows the days left and everyone who hasn't enrolled. Remind one person or all of them; each
        person gets at most one reminder a day.
      </Trans>
    ),
    to: "/group-home",
    link: <Trans>Go to Home</Trans>,
  },
  {
    id: "approve",
    title: <Trans>Approve changes</Trans>,
    text: (
      <Trans>
        When an employee reports a change that affects what the group pays, you see both shares before and
        after. Approve it, or decline it with a reason they can read.
      </Trans>
    ),
    to: "/group-home",
    link: <Trans>See approvals</Trans>,
  },
  {
    id: "person",
    title: <Trans>Change a person's class, pay, or hours</Trans>,
    text: (
      <Trans>
        Open the person from the list. The new price and both shares are shown before you save. You can undo
        the change until midnight.
      </Trans>
    ),
    to: "/group-home/people",
    link: <Trans>See your people</Trans>,
  },
  {
    id: "leave",
    title: <Trans>End someone's employment</Trans>,
    text: (
      <Trans>
        On the person's page, choose the last day of work. You see which coverage ends, and when, before you
        confirm.
      </Trans>
    ),
    to: "/group-home/people",
    link: <Trans>See your people</Trans>,
  },
  {
    id: "roster",
    title: <Trans>Upload a roster</Trans>,
    text: (
      <Trans>
        Send the file your payroll system exports. We match its columns, show what would change, and let you
        fix rows on the page. An upload never ends anyone's coverage.
      </Trans>
    ),
    to: "/group-home/roster",
    link: <Trans>Upload a roster</Trans>,
  },
  {
    id: "terms",
    title: <Trans>Set classes and contributions</Trans>,
    text: (
      <Trans>
        Classes decide who may enroll and when coverage starts. Contributions are what you pay of each plan.
        Tell us, and we'll enter them.
      </Trans>
    ),
    to: "#help-contact",
    link: <Trans>Contact us</Trans>,
  },
];

const member: Topic[] = [
  {
    id: "card",
    title: <Trans>Show your card</Trans>,
    text: (
      <Trans>
        Your cards are the first thing on your home page. Hold your phone up at the office, or save the card
        as a picture or PDF.
      </Trans>
    ),
    to: "/coverage",
    link: <Trans>See your cards</Trans>,
  },
  {
    id: "life",
    title: <Trans>Tell us about a change</Trans>,
    text: (
      <Trans>
        Marriage, a new baby, a move: report it and you see your new price before anything changes. You can
        undo it until midnight.
      </Trans>
    ),
    to: "/coverage/change",
    link: <Trans>Report a change</Trans>,
  },
  {
    id: "details",
    title: <Trans>Update your details</Trans>,
    text: (
      <Trans>
        Change your phone, email, language, address, and who receives a benefit on your own. A new email
        address takes effect after you open the link we send to it.
      </Trans>
    ),
    to: "/coverage/details",
    link: <Trans>Open your details</Trans>,
  },
  {
    id: "payment",
    title: <Trans>Change how you pay</Trans>,
    text: (
      <Trans>
        Switch to another bank account or card. We'll show which payment is the first to use it and email you
        a confirmation.
      </Trans>
    ),
    to: "/coverage/payment",
    link: <Trans>See how you pay</Trans>,
  },
];

/** The jobs of each desk, the most common first. */
export const TOPICS: Partial<Record<Role, Topic[]>> = { rep, group, member };
