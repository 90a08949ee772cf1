import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReviewCard, Saved, Signature } from "@/client";
import { ApiError } from "@/lib/api";
import { partOf } from "@/testing/partOf";
import { wizardApi } from "../api";
import { StepProvider } from "../engine/wizard";
import type { Tab, Wizard } from "../types";
import { AgreementCard } from "./AgreementCard";

vi.mock("signature_pad", () => ({
  default: class {
    addEventListener() {}
    clear() {}
    off() {}
    isEmpty = () => true;
  },
}));
i18n.loadAndActivate({ locale: "en", messages: {} });

const card: ReviewCard = {
  tab_name: "agreement_info",
  title: "Agreement & Signature",
  status: "error",
  href: "/enrollment/agreement-signature",
  rows: [{ label: "Signed by", value: "Maren Castillo" }],
  details: [],
  changes: [],
};
const signature: Signature = {
  state: "again",
  who: "Maren Castillo",
  on: "11/22/2026",
  at: "2:04 PM EST",
  accepted: 2,
  picture: "",
  typed_name: "Maren Castillo",
  reason: "Sign again: billing date changed",
  texts: [
    {
      text_id: "electronic:1:a",
      text_head: "Electronic documents",
      tick_label: "I agree.",
      accepted_at: "2:04 PM EST",
      pieces: [{ kind: "", text: "You may sign electronically." }],
    },
    {
      text_id: "payment:2:b",
      text_head: "Payment authorization",
      tick_label: "I authorize these payments.",
      accepted_at: "",
      pieces: [
        { kind: "", text: "on the" },
        { kind: "del", text: "10th" },
        { kind: "ins", text: "28th" },
      ],
    },
  ],
  signer: {
    role: "applicant",
    name: "Maren Castillo",
    code: "",
    of: "",
    applicant: "Maren Castillo",
    sentence: "Signed by Maren Castillo, on 11/22/2026.",
  },
  verification: {
    needed: false,
    kind: "code",
    question_id: "3",
    question: "What 6-digit code did we just email you?",
    hint: "",
    has_code: false,
    waits: false,
    outbox: "",
  },
  client_signs: "",
  may_send: false,
};
const tab = { ...card, required: true, order: 7 } as unknown as Tab;
const wizard = { result: [tab], resume: tab, version: 4 } as unknown as Wizard;

const onSigned = vi.fn(async () => undefined);
const onStale = vi.fn();

function page(over: Partial<Signature>, theirs = false, shown = card) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>
        <MemoryRouter>
          <StepProvider id="q1" wizard={wizard} tab={tab}>
            <AgreementCard
              card={shown}
              signature={{ ...signature, ...over }}
              version={4}
              theirs={theirs}
              onSigned={onSigned}
              onStale={onStale}
            />
          </StepProvider>
        </MemoryRouter>
      </I18nProvider>
    </QueryClientProvider>
  );
}
const show = (over: Partial<Signature> = {}, theirs = false) => render(page(over, theirs));
const press = () => userEvent.click(screen.getByRole("button", { name: "Sign again" }));
const type = async () => {
  await userEvent.click(screen.getByLabelText("Type"));
  await userEvent.type(screen.getByLabelText("Type your full name"), "Maren Castillo");
};

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockReturnValue("data:image/png;base64,AA");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  onSigned.mockClear();
  onStale.mockClear();
});

test("what changed is named and marked, and what reads the same stays accepted", () => {
  show();
  expect(screen.getByRole("heading", { name: "Sign again: billing date changed" })).toBeTruthy();
  expect(screen.getByText("Electronic documents").nextSibling?.textContent).toBe("accepted 2:04 PM EST");
  expect(screen.getAllByRole("checkbox").length).toBe(1);
  expect(document.querySelector("ins")?.textContent).toBe("28th");
  expect(document.querySelector("del")?.textContent).toBe("was 10th");
});

test("one tick, one signature and one press sign again", async () => {
  const save = vi.spyOn(wizardApi, "save").mockResolvedValue(partOf<Saved>({ version: 5 }));
  show();
  await press();
  expect(screen.getByText("This field is required.")).toBeTruthy();
  expect(screen.getByText("Signature is required")).toBeTruthy();
  await userEvent.click(screen.getByLabelText("I authorize these payments."));
  await type();
  await press();
  await waitFor(() => expect(onSigned).toHaveBeenCalledOnce());
  expect(save).toHaveBeenCalledOnce();
  expect(save.mock.calls[0]?.[2]).toMatchObject({
    version: 4,
    accepted: ["electronic:1:a", "payment:2:b"],
    accepted_at: { "payment:2:b": expect.stringMatching(/^\d{4}-/) },
    signature_kind: "type",
    typed_name: "Maren Castillo",
  });
});

test("Enter in the name signs and does not send the form around it", async () => {
  vi.spyOn(wizardApi, "save").mockResolvedValue(partOf<Saved>({ version: 5 }));
  show();
  await userEvent.click(screen.getByLabelText("I authorize these payments."));
  await type();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(onSigned).toHaveBeenCalledOnce());
});

test("a question that is due is asked, and a wrong answer stands at its field", async () => {
  const problems = [{ target_element: "verification_code", error_message: "This is not right." }];
  const refused = new ApiError({
    status: 422,
    message: "",
    fieldErrors: { verification_code: "This is not right." },
    data: problems,
  });
  vi.spyOn(wizardApi, "save").mockRejectedValue(refused);
  show({ verification: { ...signature.verification, needed: true } });
  await userEvent.click(screen.getByLabelText("I authorize these payments."));
  await userEvent.type(screen.getByLabelText("What 6-digit code did we just email you?"), "123456");
  await type();
  await press();
  expect(await screen.findByText("This is not right.")).toBeTruthy();
  expect(onSigned).not.toHaveBeenCalled();
});

test("a new code tells how many tries there are", async () => {
  const hint = "We emailed the code to m…n@mailbox.example. It works for 10 minutes, and you have 4 tries.";
  const verification = { ...signature.verification, needed: true, outbox: "/outbox" };
  vi.spyOn(wizardApi, "newCode").mockResolvedValue({ ...verification, hint });
  show({ verification });
  await userEvent.click(screen.getByRole("button", { name: "Send a new code" }));
  expect(await screen.findByText(hint)).toBeTruthy();
  expect(screen.getByRole("link", { name: /outbox/ }).getAttribute("href")).toBe("/outbox");
});

test("a text that changed meanwhile is read anew", async () => {
  const refused = new ApiError({ status: 422, message: "", fieldErrors: { "accepted.new:1:c": "Changed" } });
  vi.spyOn(wizardApi, "save").mockRejectedValue(refused);
  show();
  await userEvent.click(screen.getByLabelText("I authorize these payments."));
  await type();
  await press();
  await waitFor(() => expect(onStale).toHaveBeenCalledOnce());
});

test("a signature that holds says who gave it and when, and can be given again", async () => {
  const texts = signature.texts.map((text) => ({ ...text, accepted_at: "2:04 PM EST" }));
  show({ state: "signed", reason: "", texts });
  expect(screen.getByRole("heading", { name: "Signed by Maren Castillo" })).toBeTruthy();
  expect(screen.getByText(/at 2:04 PM EST\./).textContent).toContain("on 11/22/2026");
  expect(screen.queryByRole("checkbox")).toBeNull();
  await press();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.getByRole("group", { name: "Electronic Signature" })).toBeTruthy();
});

test("the focus goes to who signed once it is signed again", async () => {
  vi.spyOn(wizardApi, "save").mockResolvedValue(partOf<Saved>({ version: 5 }));
  const { rerender } = show();
  await userEvent.click(screen.getByLabelText("I authorize these payments."));
  await type();
  await press();
  await waitFor(() => expect(onSigned).toHaveBeenCalledOnce());
  rerender(page({ state: "signed", reason: "" }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Signed by Maren Castillo"));
});

test("where only the client may sign, the way is to send it", () => {
  const reason = "Planfront asks for the applicant's own signature on SteadyTerm 100 in Ohio.";
  show({ state: "unsigned", client_signs: reason });
  expect(screen.getByRole("heading", { name: "Maren Castillo must sign this one" })).toBeTruthy();
  expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Send to client" }).getAttribute("href")).toBe(
    "/enrollment/agreement-signature?return=review",
  );
  expect(document.querySelector("canvas")).toBeNull();
});

test("who looks on while the client has the application can sign nothing", () => {
  show({ state: "unsigned" }, true);
  expect(screen.getByText("Maren Castillo signs on their own device.")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});

test("before it is signed, the details tell what will be signed", async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  render(page({ state: "unsigned" }, false, { ...card, rows: [] }));
  expect(screen.getByRole("link", { name: "Read and sign" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /^View Details/ }));
  expect(await screen.findByText("I authorize these payments.")).toBeTruthy();
});
