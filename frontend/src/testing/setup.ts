import { i18n } from "@lingui/core";
import { afterEach } from "vitest";
import { resetApiForTests } from "@/lib/api";

i18n.load("en", {});
i18n.activate("en");

afterEach(() => {
  localStorage.clear();
  resetApiForTests();
  document.body.replaceChildren();
});
