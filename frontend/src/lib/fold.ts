/** Typed text as the server folds it (`kernel/text/folding.py`) before any rule, and its rules of names. */

export const APOSTROPHES = "'’‘ʻʼʹ`´′";
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;
const NAME = new RegExp(`^(?=.*\\p{L})[\\p{L}\\p{M} .${APOSTROPHES}-]+$`, "u");
const HOLDER = new RegExp(`^(?=.*[\\p{L}\\p{N}])[\\p{L}\\p{M}\\p{N} .&,/${APOSTROPHES}-]+$`, "u");

/** One line: composed, plain hyphens and single blanks, nothing invisible, trimmed. */
export const fold = (text: string): string =>
  text.replace(INVISIBLE, "").normalize("NFC").replace(DASHES, "-").replace(/\s+/g, " ").trim();

/** A name's letters and digits without accents, case, blanks and marks, as the server's `name_key`. */
export const nameKey = (text: string): string =>
  fold(text)
    .normalize("NFKD")
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

export const isName = (text: string): boolean => NAME.test(fold(text));

/** The name of a person or a company. */
export const isHolder = (text: string): boolean => HOLDER.test(fold(text));
