import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Signature } from "@/client";
import { partOf } from "@/testing/partOf";
import { wizardApi } from "../api";
import { StepProvider } from "../engine/wizard";
import type { Tab, Wizard } from "../types";
import AgreementStep from "./AgreementStep";

vi.mock("signature_pad", () => ({
  default: class {
    addEventListener() {}
    clear() {}
    off() {}
    isEmpty = () => true;
  },
}));
vi.mock("../picture/later", () => ({ pictureLater: () => undefined }));
i18n.loadAndActivate({ locale: "en", messages: {} });

const tab = (tab_name: string, order: number, segment: string): Tab =>
  partOf<Tab>({
    tab_name,
    order,
    required: true,
    title: tab_name,
    status: "done",
    href: `/enrollment/${segment}`,
    form_href: "",
    save_href: "",
    column: tab_name,
    picture_name: "",
    clients_alone: true,
  });
const agreement = tab("agreement_info", 7, "agreement-signature");
const wizard = partOf<Wizard>({
  result: [agreement, tab("review_info", 8, "review-confirm")],
  resume: { tab_name: "review_info", href: "/enrollment/review-confirm" },
  state: "draft",
  version: 3,
});
const text = (key: string, accepted_at: string, changed = false) => ({
  text_id: `${key}:1:a`,
  text_head: `${key} head`,
  tick_label: `${key} tick`,
  accepted_at,
  pieces: changed
    ? [
        { kind: "del" as const, text: "10th" },
        { kind: "ins" as const, text: "28th" },
      ]
    : [{ kind: "" as const, text: `${key} body` }],
});
const signature: Signature = {
  state: "again",
  who: "Maren Castillo",
  on: "11/22/2026",
  at: "2:04 PM EST",
  accepted: 2,
  picture: "",
  typed_name: "",
  reason: "Sign again: billing date changed",
  texts: [text("electronic", "2:04 PM EST"), text("payment", "", true)],
  signer: { role: "applicant", name: "Maren", code: "", of: "", applicant: "Maren", sentence: "" },
  verification: {
    needed: false,
    kind: "code",
    question_id: "3",
    question: "",
    hint: "",
    has_code: false,
    waits: false,
    outbox: "",
  },
  client_signs: "",
  may_send: false,
};
const REP = {
  role: "rep" as const,
  name: "Jordan Lee",
  code: "REP1001",
  of: "",
  applicant: "Maren",
  sentence: "Signed by Jordan Lee, broker (REP1001), for Maren, on 11/22/2026.",
};

const Address = () => <p data-testid="at">{useLocation().pathname}</p>;

function show(over: Partial<Signature> = {}) {
  vi.spyOn(wizardApi, "fields").mockResolvedValue({
    result: [],
    version: 3,
    signature: { ...signature, ...over },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>
        <MemoryRouter>
          <StepProvider id="q1" wizard={wizard} tab={agreement}>
            <AgreementStep />
            <Address />
          </StepProvider>
        </MemoryRouter>
      </I18nProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(wizardApi, "wizard").mockResolvedValue(wizard);
  vi.spyOn(wizardApi, "agreementTexts").mockResolvedValue(
    signature.texts.map(({ text_id, text_head, tick_label }) => ({
      text_id,
      text_head,
      tick_label,
      text_body: `${text_head} in full`,
      text_required: true,
      text_short: "",
    })),
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a signature that holds is shown, and Next walks past it without a new one", async () => {
  const save = vi.spyOn(wizardApi, "save");
  show({ state: "signed" });
  expect(await screen.findByRole("heading", { name: "Signed by Maren Castillo" })).toBeTruthy();
  expect(document.querySelector("canvas")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(screen.getByTestId("at").textContent).toBe("/enrollment/review-confirm"));
  expect(save).not.toHaveBeenCalled();
});

test("a signature that holds can be given again", async () => {
  show({ state: "signed" });
  await userEvent.click(await screen.findByRole("button", { name: "Sign again" }));
  expect(screen.getByRole("group", { name: "Electronic Signature" })).toBeTruthy();
});

test("ticks of texts that read the same are kept after a change, changed texts are marked", async () => {
  show();
  expect(await screen.findByText("Sign again: billing date changed")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("electronic tick").checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("payment tick").checked).toBe(false);
  expect(screen.getByRole("article", { name: "payment head" }).textContent).toContain("Changed");
  expect(document.querySelector("ins")?.textContent).toBe("28th");
  expect(screen.getByText("electronic head in full")).toBeTruthy();
});

test("who fills in for somebody else chooses who signs, and signs beside the applicant's name", async () => {
  show({ state: "unsigned", signer: REP, may_send: true });
  expect(await screen.findByRole("radiogroup", { name: "Who signs?" })).toBeTruthy();
  const block = screen.getByRole("group", { name: "Electronic Signature" });
  expect(block.textContent).toContain("Broker, REP1001");
  expect(block.textContent).toContain("Does not sign here");
  expect(block.textContent).toContain(REP.sentence);
});

test("an applicant is not asked who signs", async () => {
  show({ state: "unsigned" });
  expect(await screen.findByRole("group", { name: "Electronic Signature" })).toBeTruthy();
  expect(screen.queryByText("Who signs?")).toBeNull();
  expect(screen.queryByText("Does not sign here")).toBeNull();
});
