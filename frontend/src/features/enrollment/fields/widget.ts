import type { ReactNode } from "react";
import type { Answer, FieldDef } from "../types";

/** Additions of a step to a field the server defined. */
export interface FieldExtra {
  readOnly?: boolean;
  ok?: ReactNode;
  recover?: ReactNode;
  hint?: ReactNode;
  /** Below the field. */
  after?: ReactNode;
  onChange?: (answer: Answer) => void;
  onBlur?: (answer: Answer) => void;
}

export interface WidgetProps {
  field: FieldDef;
  id: string;
  value: Answer;
  onChange: (answer: Answer) => void;
  onBlur: () => void;
  error: string | undefined;
  hint: ReactNode;
  ok: ReactNode;
  recover: ReactNode;
  className: string | undefined;
  optional: boolean;
}
