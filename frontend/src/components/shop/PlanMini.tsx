import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { categoryLabel } from "@/lib/categories";
import { planPath } from "@/lib/format";
import { ButtonLink } from "../ui/Button";
import { Folder } from "../ui/Card";
import { CarrierLogo } from "../ui/Category";
import s from "./PlanMini.module.css";

interface PlanMiniProps {
  id: number;
  name: string;
  category: string;
  logo: string;
  carrier: string;
  text: string;
  /** What the brand says about it. */
  judgement?: ReactNode;
  /** What it costs. */
  price?: ReactNode;
}

/** A plan in a folder of its own. */
export function PlanMini({ id, name, category, logo, carrier, text, judgement, price }: PlanMiniProps) {
  const { i18n } = useLingui();
  return (
    <Folder as="article" className={s.planMini} category={category} tab={i18n._(categoryLabel(category))}>
      <CarrierLogo src={logo} name={carrier} />
      <h3>{name}</h3>
      <p>{text}</p>
      {price}
      {judgement}
      <ButtonLink to={planPath(id, name)}>
        <Trans>More Info</Trans>
        <span className="sr">: {name}</span>
      </ButtonLink>
    </Folder>
  );
}

/** Four of them in a row; fewer where there is less room. */
export const PlanMinis = ({ children }: { children: ReactNode }) => (
  <div className={s.plans4}>{children}</div>
);
