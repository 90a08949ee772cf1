import { expect, test } from "vitest";
import type { HowTo } from "@/lib/bootstrap";
import { videosIn } from "./pick";

const video = (audience: HowTo["audience"], language: HowTo["language"]): HowTo => ({
  audience,
  language,
  title: `${audience} ${language}`,
  film: "",
  captions: "",
  poster: "",
  transcript: "",
});
const ALL = [video("member", "en"), video("member", "es"), video("employer", "en")];

test("each audience has its video in the reader's language, else in another", () => {
  expect(videosIn("es", ALL).map((shown) => shown.title)).toEqual(["member es", "employer en"]);
  expect(videosIn("en", ALL).map((shown) => shown.title)).toEqual(["member en", "employer en"]);
  expect(videosIn("en", [video("member", "es")]).map((shown) => shown.title)).toEqual(["member es"]);
});
