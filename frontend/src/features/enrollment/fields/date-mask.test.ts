import { describe, expect, it, test } from "vitest";
import { maskDate, settleDate } from "./date-mask";

/** What stands in the field when the signs are typed one after the other. */
const typed = (signs: string): string =>
  [...signs].reduce((text, sign) => maskDate((text + sign).slice(0, 10)).text, "");

describe("typing", () => {
  test.each([
    ["04171989", "04/17/1989"],
    ["04/17/1989", "04/17/1989"],
    ["4/1/1980", "04/01/1980"],
    ["1/1/1980", "01/01/1980"],
    ["4-1-1980", "04/01/1980"],
    ["12/3/1980", "12/03/1980"],
    ["13/05/2010", "01/05/2010"],
    ["00/05/2010", "01/05/2010"],
    ["04/32/2010", "04/01/2010"],
    ["04/00/2010", "04/01/2010"],
    ["02301980", "02/30/1980"],
    ["1", "1"],
    ["5", "05/"],
    ["10", "10/"],
    ["10/3", "10/3"],
    ["10/4", "10/04/"],
  ])("%s shows %s", (signs, shown) => {
    expect(typed(signs)).toBe(shown);
  });

  it("says what it replaced", () => {
    expect(maskDate("13")).toEqual({ text: "01/", replaced: { part: "month", given: "13" } });
    expect(maskDate("04/39")).toEqual({ text: "04/01/", replaced: { part: "day", given: "39" } });
    expect(maskDate("04/09")).toEqual({ text: "04/09/", replaced: null });
  });

  it("leaves alone what is no date of its form", () => {
    expect(maskDate("1980-04-01").text).toBe("1980-04-01");
    expect(maskDate("soon").text).toBe("soon");
    expect(maskDate("").text).toBe("");
  });

  it("goes on where a slash was taken out", () => {
    expect(maskDate("045").text).toBe("04/05/");
  });
});

describe("leaving the field", () => {
  test.each([
    ["4/1/1980", "04/01/1980"],
    ["13/45/1980", "01/01/1980"],
    ["13011980", "01/01/1980"],
    ["1980-04-01", "04/01/1980"],
    ["02/30/1980", "02/30/1980"],
    ["04/17", "04/17"],
    ["soon", "soon"],
  ])("%s becomes %s", (pasted, shown) => {
    expect(settleDate(pasted).text).toBe(shown);
  });
});
