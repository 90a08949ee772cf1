import "./page-data"; // read when the first module of the store is loaded
import { i18n } from "@lingui/core";
import { configure } from "@testing-library/dom";
import { afterEach } from "vitest";
import { resetApiForTests } from "@/lib/api";

i18n.load("en", {});
i18n.activate("en");

// What a test waits for comes late on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// No fonts are drawn here, so all of them are ready.
Object.defineProperty(document, "fonts", { value: { load: async () => [] } });

afterEach(() => {
  localStorage.clear();
  resetApiForTests();
  document.body.replaceChildren();
});
