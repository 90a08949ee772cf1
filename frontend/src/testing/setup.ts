import { i18n } from "@lingui/core";
import { afterEach } from "vitest";
import { resetApiForTests } from "@/lib/api";

i18n.load("en", {});
i18n.activate("en");

// No fonts are drawn here, so all of them are at hand.
Object.defineProperty(document, "fonts", { value: { load: async () => [] } });

afterEach(() => {
  localStorage.clear();
  resetApiForTests();
  document.body.replaceChildren();
});
