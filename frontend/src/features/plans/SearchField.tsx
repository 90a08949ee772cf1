import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import field from "@/components/form/fields.module.css";
import { Icon } from "@/components/ui/Icon";
import { cx } from "@/lib/cx";
import s from "./Plans.module.css";

const PAUSE_MS = 250;

/** Finds while one types; the address has the words after a pause. */
export function SearchField({ words, onFind }: { words: string; onFind: (words: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(words);
  const reported = useRef(words);
  const find = useRef(onFind);
  useEffect(() => {
    find.current = onFind;
  });
  // Back, or a chip that was taken away.
  useEffect(() => {
    if (words !== reported.current) setTyped(words);
    reported.current = words;
  }, [words]);
  useEffect(() => {
    const query = typed.trim();
    if (query === reported.current) return;
    const wait = setTimeout(() => {
      reported.current = query;
      find.current(query);
    }, PAUSE_MS);
    return () => clearTimeout(wait);
  }, [typed]);
  return (
    <div className={cx(field.affix, s.search)}>
      <Icon name="search" />
      <input
        type="search"
        id="search-plans"
        className={field.input}
        aria-label={t`Search plans by name, insurer or benefit`}
        placeholder={t`Search plans`}
        maxLength={80}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
