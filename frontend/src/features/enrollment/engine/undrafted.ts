/**
 * Which numbers were typed and are in no draft, by the place of their form: whoever comes back is asked for them again.
 * Names of fields only, for as long as the window is open.
 */
const KEY = "unkept";

type Places = Record<string, string[]>;

function places(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function keep(all: Places): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser without storage asks for nothing again.
  }
}

export const undraftedNames = (place: string): string[] => places()[place] ?? [];

export function noteUndrafted(place: string, name: string, typed: boolean): void {
  const others = undraftedNames(place).filter((other) => other !== name);
  keep({ ...places(), [place]: typed ? [...others, name] : others });
}

export const forgetUndrafted = (place: string): void => keep({ ...places(), [place]: [] });
