import { Trans } from "@lingui/react/macro";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { withTexts } from "@/lib/i18n";
import { useDependentInfo, useFilterInfo } from "@/lib/shop/filter";
import type { PriceError } from "@/lib/shop/types";
import { LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import type { EditFocus } from "./EditSearch";
import s from "./PriceProblem.module.css";

const DependentDialog = lazy(withTexts("dialogs", () => import("./DependentDialog")));
const FilterDialog = lazy(withTexts("dialogs", () => import("./FilterDialogs")));

/** What a shopper can change so that a price appears. */
export type Fix =
  | { kind: "income" | "hours" | "tobacco" | "dependents" | "find" }
  | { kind: "edit"; focus: EditFocus };

const BY_FIELD: Record<string, Fix> = {
  zip: { kind: "edit", focus: "zip" },
  county: { kind: "edit", focus: "zip" },
  state: { kind: "edit", focus: "zip" },
  tier: { kind: "edit", focus: "tier" },
  dob: { kind: "edit", focus: "dob" },
  gender: { kind: "edit", focus: "gender" },
  spouse_dob: { kind: "dependents" },
  no_of_children: { kind: "dependents" },
  is_smoker: { kind: "tobacco" },
  annual_incode: { kind: "income" },
  annual_income: { kind: "income" },
  working_hours: { kind: "hours" },
};

const BY_CODE: Record<string, Fix> = {
  salaryError: { kind: "income" },
  hourError: { kind: "hours" },
  smokerError: { kind: "tobacco" },
  stateError: { kind: "edit", focus: "zip" },
  metError: { kind: "edit", focus: "zip" },
  tierError: { kind: "edit", focus: "tier" },
  ageError: { kind: "edit", focus: "dob" },
  planAgeError: { kind: "edit", focus: "dob" },
  enrollmentIdError: { kind: "find" },
};

/** The server names the answers that would help; the code alone is the fallback. */
export function fixFor(error: PriceError): Fix | null {
  for (const field of error.fix ?? []) {
    const fix = BY_FIELD[field];
    if (fix) return fix;
  }
  return error.fix?.length ? null : (BY_CODE[error.errorCode] ?? null);
}

function FixLabel({ fix }: { fix: Fix }) {
  if (fix.kind === "dependents") return <Trans>Add who is covered</Trans>;
  if (fix.kind === "find") return <Trans>Start again</Trans>;
  if (fix.kind !== "edit") return <Trans>Answer now</Trans>;
  if (fix.focus === "zip") return <Trans>Change zip code</Trans>;
  return fix.focus === "tier" ? <Trans>Change who is covered</Trans> : <Trans>Change date of birth</Trans>;
}

/** Where the server's sentence itself offers the way, its own words become the link. */
const CLICK = /(clicking here\.?|haciendo clic aquí\.?)/i;

export function PriceProblem({
  error,
  onFix,
  children,
}: {
  error: PriceError;
  onFix: (fix: Fix) => void;
  children?: ReactNode;
}) {
  const fix = fixFor(error);
  const [before, link, after] = error.message.split(CLICK);
  const neutral = error.errorCode === "smokerError" || error.errorCode === "newQuestionsError";
  return (
    <div className={neutral ? s.ask : s.problem}>
      <Icon name={neutral ? "info" : "warning"} />
      <div>
        <p>
          {before}
          {link && fix && <LinkButton onClick={() => onFix(fix)}>{link}</LinkButton>}
          {link && !fix && link}
          {after}
          {error.remedy?.text && error.errorCode !== "smokerError" && <> {error.remedy.text}</>}
        </p>
        {!link && fix && (
          <LinkButton onClick={() => onFix(fix)}>
            <FixLabel fix={fix} />
          </LinkButton>
        )}
        {children}
      </div>
    </div>
  );
}

/** The dialogs behind the fixes; edits go to the page's search panel. */
export function usePriceFixes(onEdit: (focus: EditFocus) => void, onFind: () => void) {
  const filter = useFilterInfo();
  const info = useDependentInfo(filter.data?.tier);
  const [open, setOpen] = useState<{ fix: Fix; planId: number } | null>(null);
  const fixPrice = (fix: Fix, planId: number) => {
    if (fix.kind === "edit") onEdit(fix.focus);
    else if (fix.kind === "find") onFind();
    else setOpen({ fix, planId });
  };
  const close = () => setOpen(null);
  const known = filter.data;
  const shared = known && open ? { filter: known, planId: open.planId, onClose: close } : null;
  const kind = open?.fix.kind;
  const fixDialogs = shared && (
    <Suspense fallback={null}>
      {(kind === "income" || kind === "hours" || kind === "tobacco") && (
        <FilterDialog kind={kind} {...shared} />
      )}
      {kind === "dependents" && (
        <DependentDialog
          tier={shared.filter.tier}
          known={info.data ?? null}
          planId={shared.planId}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { fixPrice, fixDialogs };
}
