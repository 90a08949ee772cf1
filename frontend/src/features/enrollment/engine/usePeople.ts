import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { announce } from "@/lib/announce";
import { ApiError } from "@/lib/api";
import { focusQuietly } from "@/lib/page";
import type { FieldsAnswer } from "../api";
import { type Body, type ListSource, type Stamped, useStagedList } from "./useStagedList";

/** A list of people: its calls, and what the step does alike with each person on it. */
export interface PeopleSource<L extends Stamped, P> extends ListSource<L> {
  people: (list: L) => P[];
  idOf: (person: P) => string;
  nameOf: (person: P) => string;
  /** The list as Next and each change send it. */
  body: (list: L) => Body;
  /** The same without one person. */
  without: (list: L, person: P) => Body;
  /** Why a change was refused. */
  reasonOf?: (error: ApiError) => string;
}

interface Submitted {
  name: string;
  /** Names the picture of the step that is kept. */
  picture: string;
}

/** The list with a person in the place `at`, instead of the one who stands there or before them. */
export const putPerson = <Item>(list: Item[], person: Item, at: number, instead: boolean): Item[] => [
  ...list.slice(0, at),
  person,
  ...list.slice(instead ? at + 1 : at),
];

/** A step that is a list of people: whose form is open, and adding, editing and deleting them. */
export function usePeople<L extends Stamped, P>(
  source: PeopleSource<L, P>,
  { first, definition }: { first: L; definition: FieldsAnswer },
) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<P | null>(null);
  const staged = useStagedList({ source, first, definition, body: source.body });
  const { list, step, stage, refreshVersion, item, heading, openItem } = staged;
  const { idOf, nameOf, reasonOf } = source;
  const people = source.people(list);
  const edited = people.find((person) => idOf(person) === item) ?? null;

  /** What went wrong with a change is told above the list. */
  const attempt = async (change: Promise<void>) => {
    try {
      await change;
    } catch (error) {
      const reason = error instanceof ApiError && (reasonOf?.(error) ?? error.message);
      step.showErrors([{ message: reason || t`We could not save the list. Please try again.` }]);
    }
  };
  /** Stores the list that the open form leads to, and closes the form. */
  const submit = (body: Body, { name, picture }: Submitted) => {
    const stored = () => {
      step.showErrors([]);
      openItem(null);
      announce(edited ? t`${name} updated` : t`${name} added`);
    };
    return stage(body, { stored, picture });
  };
  const remove = async (person: P) => {
    setDeleting(null);
    // Old mistakes go at the start: once the work is done, newer ones of a panel may stand there.
    step.showErrors([]);
    const name = nameOf(person);
    const stored = () => {
      announce(t`${name} deleted`);
      focusQuietly(heading.current);
    };
    await attempt(stage(source.without(list, person), { stored }));
  };

  return {
    ...staged,
    people,
    edited,
    /** The place of the open form on the list, counted from 1. */
    number: edited ? people.indexOf(edited) + 1 : people.length + 1,
    attempt,
    submit,
    /** For the row of a person. */
    row: (person: P) => ({
      name: nameOf(person),
      onEdit: () => openItem(idOf(person)),
      onDelete: () => setDeleting(person),
    }),
    /** For the open form. */
    panel: {
      version: step.draft.version(),
      onAbandon: () => void refreshVersion(),
      onErrors: step.showErrors,
    },
    /** For the question before somebody is deleted; null while nobody is. */
    deletion: deleting && {
      name: nameOf(deleting),
      onClose: () => setDeleting(null),
      onDelete: () => void remove(deleting),
    },
  };
}
