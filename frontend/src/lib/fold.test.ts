import { expect, test } from "vitest";
import { fold, isHolder, isName, nameKey } from "./fold";

test.each([
  ["  Castillo\u2011Reyes ", "Castillo-Reyes"],
  ["Le\u0301a", "Léa"],
  ["Ana\u200b\ufeff", "Ana"],
  ["de\u00a0la  Cruz", "de la Cruz"],
  ["Cas\u00adtillo", "Castillo"],
  ["ʻOkina", "ʻOkina"],
])("%j is read as %j", (typed, folded) => {
  expect(fold(typed)).toBe(folded);
  expect(fold(folded)).toBe(folded);
});

test.each([
  ["José Ángel", "jose angel"],
  ["O’Neil", "O'NEIL"],
  ["Castillo\u2011Reyes", "Castillo Reyes"],
  ["Le\u0301a\u200b", "Léa"],
  ["Weiß", "WEISS"],
])("%j and %j are one name", (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
  expect(nameKey(one)).not.toBe("");
});

test("names have letters of any script and the marks of names", () => {
  for (const name of ["Mary\u2013Ann", "Kaʻahumanu", "O´Neil", "李明", "D.J."])
    expect(isName(name)).toBe(true);
  for (const name of ["Ana2", "<b>x</b>", "-", ""]) expect(isName(name)).toBe(false);
  expect(isHolder("Dana & Co., 2")).toBe(true);
  expect(isHolder("Dana @ Co")).toBe(false);
});
