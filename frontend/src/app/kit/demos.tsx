import { useState } from "react";
import { Avatar } from "@/components/ui/Avatar";
import { Badge, Chip, Chips } from "@/components/ui/Badge";
import { Banner } from "@/components/ui/Banner";
import { Button, ButtonLink, IconButton, LinkButton } from "@/components/ui/Button";
import { Card, Folder, Panel } from "@/components/ui/Card";
import { CategoryMark } from "@/components/ui/Category";
import { Dialog } from "@/components/ui/Dialog";
import { Disclosure } from "@/components/ui/Disclosure";
import { Drawer } from "@/components/ui/Drawer";
import { Facts } from "@/components/ui/Facts";
import { SegmentedProgress, type Step, StepLine, StepRail } from "@/components/ui/Progress";
import { CardSkeleton, Empty, FailedRead } from "@/components/ui/State";
import {
  Lines,
  Price,
  Statement,
  StatementBody,
  StatementHead,
  StatementTotal,
} from "@/components/ui/Statement";
import { Meter, Pager, Table } from "@/components/ui/Table";
import { toast } from "@/components/ui/Toast";
import { Tooltip } from "@/components/ui/Tooltip";
import { CATEGORY_LABELS } from "@/lib/categories";
import s from "./Kit.module.css";

const ROLES = [
  "primary-fill",
  "primary-ink",
  "primary-wash",
  "primary-deep",
  "accent-fill",
  "page",
  "surface",
  "surface-sunken",
  "line",
  "line-control",
  "ink",
  "ink-soft",
];

export function ColoursDemo() {
  return (
    <>
      <div className={s.swatches}>
        {ROLES.map((role) => (
          <div key={role} className={s.swatch}>
            <span style={{ background: `var(--${role})` }} />
            <span>{role}</span>
          </div>
        ))}
      </div>
      <div className="row">
        {Object.keys(CATEGORY_LABELS).map((category) => (
          <CategoryMark key={category} category={category} />
        ))}
      </div>
    </>
  );
}

export function ActionsDemo() {
  return (
    <>
      <div className="row">
        <Button tone="primary" size="lg">
          Proceed to Enrollment
        </Button>
        <Button tone="primary">Add to Cart</Button>
        <Button>More Info</Button>
        <Button tone="quiet">Save &amp; Continue Later</Button>
        <Button size="sm">Enroll Now</Button>
        <ButtonLink to="/plans" iconEnd="arrow">
          A link
        </ButtonLink>
        <IconButton icon="edit" label="Edit" />
        <LinkButton>View details</LinkButton>
        <LinkButton danger>Remove</LinkButton>
      </div>
      <div className="row">
        <Button tone="primary" busy>
          Saving
        </Button>
        <Button tone="primary" blocked aria-describedby="kit-blocked">
          Next
        </Button>
        <Button tone="danger">Remove</Button>
        <Button tone="danger-solid">Yes, remove</Button>
      </div>
      <p className="small mute" id="kit-blocked">
        Please submit the edited form first to continue
      </p>
    </>
  );
}

export function StatesDemo() {
  return (
    <>
      <Chips label="Selected categories">
        <Chip name="Dental Plans" onRemove={() => undefined}>
          Dental Plans
        </Chip>
        <Chip name="Vision Plans" onRemove={() => undefined}>
          Vision Plans
        </Chip>
      </Chips>
      <div className="row">
        <Badge tone="ok" icon="check">
          Complete
        </Badge>
        <Badge tone="warn" icon="clock">
          Pending approval
        </Badge>
        <Badge tone="bad" icon="close">
          Inactive
        </Badge>
        <Badge tone="brand">High Annual Maximum</Badge>
        <Badge tone="accent">New</Badge>
        <Badge>PPO</Badge>
        <Avatar name="Jordan Lee" />
        <Tooltip label="What is a deductible?">What you pay before the plan pays.</Tooltip>
      </div>
      <Facts>
        <strong>Zip 43215</strong>
        <span>Female</span>
        <span>Born 04/17/1989</span>
      </Facts>
    </>
  );
}

export function MessagesDemo() {
  return (
    <>
      <Banner
        tone="bad"
        title="Something went wrong. Please save your enrollment."
        action={<Button size="sm">Save and Continue Later</Button>}
      >
        Nothing you entered is lost.
      </Banner>
      <Banner tone="warn">
        Please enter a sufficient annual income to add product to the cart by clicking here.
      </Banner>
      <Banner tone="ok">Now You can Continue Enrollment</Banner>
      <Banner>Your total Beneficiary Percentage is 70 and it Should not be less than 100%</Banner>
      <Banner tone="plain">Optional life plans need medical underwriting approval.</Banner>
      <div className="row">
        <Button onClick={() => toast("Saved")}>Show a toast</Button>
      </div>
      <div className={s.fields}>
        <Empty
          title="No Plans are available for your selection"
          action={<Button size="sm">Clear categories</Button>}
        >
          Try another category, or change your zip code or who is covered.
        </Empty>
        <CardSkeleton />
        <FailedRead title="We could not load prices" onRetry={() => undefined}>
          Your search is saved.
        </FailedRead>
      </div>
    </>
  );
}

export function OverlaysDemo() {
  const [open, setOpen] = useState<"dialog" | "drawer" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="row">
        <Button onClick={() => setOpen("dialog")}>Open a dialog</Button>
        <Button onClick={() => setOpen("drawer")}>Open a drawer</Button>
      </div>
      <Folder category="dental" tab="Dental Plans" count="4 plans">
        <Card pad>A folder holds a card.</Card>
      </Folder>
      <Panel title="Panel" titleId="kit-panel" aside={<Button size="sm">Action</Button>}>
        <div>
          <Disclosure summary="Exclusions" open>
            Cosmetic care such as whitening
          </Disclosure>
          <Disclosure summary="How claims work">Dentists bill the plan.</Disclosure>
        </div>
      </Panel>
      {open === "dialog" && (
        <Dialog
          title="Do you really want to remove?"
          tab="Steps: 2 of 4"
          onClose={close}
          footer={
            <>
              <Button onClick={close}>Keep it</Button>
              <Button tone="danger-solid" onClick={close}>
                Remove
              </Button>
            </>
          }
        >
          <p>You can add it again.</p>
        </Dialog>
      )}
      {open === "drawer" && (
        <Drawer title="Why this price" subtitle="Halden Dental PPO 1500" onClose={close}>
          <Lines lines={[{ label: "Your base price", value: "34.95" }]} />
        </Drawer>
      )}
    </>
  );
}

const STEPS: Step[] = [
  { key: "a", title: "Personal Information", state: "done", href: "/__kit" },
  { key: "b", title: "Contact Information", state: "now" },
  { key: "c", title: "Billing Information", state: "todo" },
];

export function StepsDemo() {
  return (
    <>
      <StepRail steps={STEPS} label="Your enrollment" />
      <StepLine steps={STEPS} />
      <SegmentedProgress value={2} max={4} />
    </>
  );
}

export function DataDemo() {
  const [page, setPage] = useState(3);
  return (
    <>
      <Table
        caption="Tiers"
        rows={[
          { tier: "Member Only", price: "$36.85", share: 35 },
          { tier: "Family", price: "$104.85", share: 100 },
        ]}
        rowKey={(row) => row.tier}
        columns={[
          { key: "tier", label: "Tier", header: true, cell: (row) => row.tier },
          { key: "share", label: "Share", cell: (row) => <Meter percent={row.share} /> },
          { key: "price", label: "Monthly", right: true, cell: (row) => <b>{row.price}</b> },
        ]}
      />
      <Pager page={page} pages={9} onPage={setPage} />
    </>
  );
}

export function MoneyDemo() {
  return (
    <>
      <div className="row">
        <Price amount="104.85" size="lg" />
        <Price amount="104.85" />
        <Price amount="1104.85" size="sm" period="none" />
      </div>
      <Statement>
        <StatementHead>
          <h3>Order info</h3>
        </StatementHead>
        <StatementBody>
          <Lines
            lines={[
              { label: "3 plans", value: "157.26" },
              { label: "Association membership", note: "Required with any plan", value: "5.00" },
            ]}
          />
        </StatementBody>
        <StatementTotal
          lines={[
            { label: "Recurring Cost", value: "162.26" },
            { label: "Total Cost", value: "162.26", grand: true },
          ]}
        />
      </Statement>
    </>
  );
}
