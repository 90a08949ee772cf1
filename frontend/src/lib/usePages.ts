import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { announce } from "./announce";

/** Pages of rows that are all loaded. A page after the last one shows the last one. */
export function usePages<Row>(rows: Row[], size: number) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(chosen, pages);
  const onPage = (to: number) => {
    setChosen(to);
    announce(t`Page ${to} of ${pages}`);
  };
  return { rows: rows.slice((page - 1) * size, page * size), pager: { page, pages, onPage } };
}
