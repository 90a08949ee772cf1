import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { setItem } from "@/lib/storage";
import LeadRoutes from "./routes";

const ITEM = {
  lead_id: "lead-1",
  title: "Ana Ruiz",
  name: "Ana Ruiz",
  age: 34,
  place: "Columbus, OH 43215",
  city: "Columbus",
  need: "A low price",
  phone: "(614) 555-0148",
  email: "",
  status: "NEW",
  reason: "",
  finished: true,
  began_at: new Date(Date.now() - 22 * 60_000).toISOString(),
  changed_on: "11/20/2026",
  follow_up_on: "",
  call: { state: "ok", local_time: "9:43 AM" },
  missing: ["dob", "gender"],
  added_by: "",
};

const DETAIL = {
  ...ITEM,
  words: "A low price",
  needs: [{ fact: "covered", question: "Who is the coverage for?", answer: "Just me" }],
  household: [],
  language: "en",
  consents: [
    {
      purpose: "phone",
      given: true,
      at: "2026-11-20T15:00:00Z",
      page: "",
      text: "Call me.",
      ended_at: null,
      told: false,
    },
    { purpose: "email", given: false, at: null, page: "", text: "", ended_at: null, told: false },
  ],
  notes: [
    { author: "Jordan Lee", at: "2026-11-20T15:00:00Z", text: "Called, no answer", outcome: "no_answer" },
  ],
  events: [{ kind: "chat", at: "2026-11-20T15:00:00Z", detail: "" }],
  statement: null,
  has_quote: false,
  page: "/plans",
  mine: true,
  rep_name: "Jordan Lee",
  client: null,
  following: null,
  withdrawn: [],
};

function answer(address: string, method: string) {
  if (address.includes("get-lead-reps")) return { result: [{ agent_id: 8, name: "Sam Lee" }] };
  if (address.includes("get-assigned-leads"))
    return { result: [ITEM], total: 1, more: false, page: 1, pages: 1, per_page: 10 };
  return method === "POST" ? { ...DETAIL, status: "CONTACTED" } : DETAIL;
}

/** The leads at an address; gives what was asked and sent. */
function show(path: string, changes: object = {}) {
  const sent: [string, unknown][] = [];
  const paths: string[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    paths.push(address);
    const method = init.method ?? "GET";
    if (method === "POST") sent.push([address, JSON.parse(String(init.body))]);
    const data = { ...answer(address, method), ...changes };
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
  });
  setSessionToken("token");
  setItem("usertype", "rep");
  setItem("agent_id", 7);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/leads/*" element={<LeadRoutes />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return { sent, paths, user: userEvent.setup() };
}

test("leads are listed by name with their need and are searched for", async () => {
  const { paths, user } = show("/leads");
  await user.type(await screen.findByRole("searchbox", { name: "Search leads" }), "ana");
  await waitFor(() => expect(paths.at(-1)).toContain("search=ana"));
  expect((await screen.findByRole("link", { name: "Ana Ruiz" })).getAttribute("href")).toBe("/leads/lead-1");
  expect(screen.getByText("22 minutes ago")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Call Ana Ruiz, (614) 555-0148" })).toBeTruthy();
});

test("chosen leads are assigned to a rep who may take them, and those that stay are named", async () => {
  const { sent, paths, user } = show("/leads", {
    assigned: 0,
    not_assigned: [{ id: "lead-1", name: "Ana Ruiz", reason: "Sam Lee isn't licensed in Ohio." }],
  });
  await user.click(await screen.findByRole("checkbox", { name: "Select Ana Ruiz" }));
  expect(screen.getByText("1 lead selected")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Assign 1 lead" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Assign 1 lead" }));
  expect(paths).toContainEqual(expect.stringContaining("/get-lead-reps?lead_ids=lead-1"));
  await user.click(dialog.getByRole("button", { name: "Assign" }));
  expect(dialog.getByText("Choose a rep")).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText("Rep"), "Sam Lee");
  await user.click(dialog.getByRole("button", { name: "Assign" }));
  expect(await screen.findByText("0 leads assigned to Sam Lee.")).toBeTruthy();
  expect(screen.getByText("1 lead was not assigned:")).toBeTruthy();
  expect(sent).toEqual([
    [expect.stringContaining("/hand-over-leads"), { lead_ids: ["lead-1"], agent_id: 8 }],
  ]);
});

test("a lead that the rep may not take says why, and the dialog stays", async () => {
  const reason = "Sam Lee isn't licensed in Ohio.";
  const { user } = show("/leads/lead-1", {
    assigned: 0,
    not_assigned: [{ id: "lead-1", name: "Ana Ruiz", reason }],
  });
  await user.click(await screen.findByRole("button", { name: "Hand over to another rep" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Hand over Ana Ruiz" }));
  await user.selectOptions(dialog.getByLabelText("Rep"), "Sam Lee");
  await user.click(dialog.getByRole("button", { name: "Hand over" }));
  expect((await dialog.findByRole("alert")).textContent).toContain(reason);
});

test("a call is noted, with its outcome and the day to follow up", async () => {
  const { sent, user } = show("/leads/lead-1");
  expect(await screen.findByText("Called, no answer")).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "We talked" }));
  await user.type(screen.getByLabelText("Note"), "Wants a quote");
  await user.click(screen.getByRole("button", { name: "Save note" }));
  expect(sent).toEqual([
    [
      expect.stringContaining("/add-lead-note"),
      { lead_id: "lead-1", text: "Wants a quote", outcome: "talked", follow_up_on: "" },
    ],
  ]);
});

test("a day to follow up is saved without a note", async () => {
  const { sent, user } = show("/leads/lead-1");
  await user.type(await screen.findByLabelText(/^Follow up on/), "12/04/2099");
  await user.click(screen.getByRole("button", { name: "Save note" }));
  expect(sent).toEqual([
    [
      expect.stringContaining("/add-lead-note"),
      { lead_id: "lead-1", text: "", outcome: "", follow_up_on: "12/04/2099" },
    ],
  ]);
});

test("a lost lead needs a reason", async () => {
  const { sent, user } = show("/leads/lead-1");
  await user.selectOptions(await screen.findByLabelText("Status of this lead"), "Lost");
  await user.click(await screen.findByRole("button", { name: "Mark as lost" }));
  expect(await screen.findByText("Choose a reason")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("radio", { name: "The price" }));
  await user.click(screen.getByRole("button", { name: "Mark as lost" }));
  expect(sent[0]?.[1]).toEqual({ lead_id: "lead-1", status: "LOST", reason: "price" });
});

test("only the missing answers are asked for before a quote starts", async () => {
  const { sent, user } = show("/leads/lead-1");
  await user.click(await screen.findByRole("button", { name: "Start quote for Ana Ruiz" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByLabelText(/^Date of birth/)).toBeTruthy();
  expect(dialog.queryByLabelText("Zip Code")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "See plans" }));
  expect((await dialog.findAllByText("Field is required")).length).toBe(2);
  expect(sent).toEqual([]);
});

test("nobody is called who did not agree: the email button stands out", async () => {
  show("/leads/lead-1", { email: "ana@mailbox.example", call: { state: "refused", local_time: "" } });
  expect((await screen.findByRole("link", { name: "Email Ana Ruiz" })).getAttribute("data-tone")).toBe(
    "primary",
  );
  expect(screen.getByText("Didn't agree to calls")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Call/ })).toBeNull();
});

test("a lead is added by hand, and one with the same number is named first", async () => {
  const { sent, user } = show("/leads", {
    lead_id: "lead-9",
    title: "R. Solis",
    added: false,
    keeps: ["phone"],
    withdrawn: [{ purpose: "phone", on: "11/02/2026" }],
  });
  await user.click(await screen.findByRole("button", { name: "Add a lead" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a lead" }));
  await user.click(dialog.getByRole("button", { name: "Add lead" }));
  expect(dialog.getByText("Field is required")).toBeTruthy();
  expect(dialog.getByText("Enter a phone number or an email address.")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText("Name"), "Renata Solis");
  await user.type(dialog.getByLabelText("Phone number"), "6145550148");
  await user.click(dialog.getByRole("checkbox", { name: "They told me that we may call or text them" }));
  await user.click(dialog.getByRole("button", { name: "Add lead" }));
  expect((await dialog.findByRole("link", { name: "R. Solis" })).getAttribute("href")).toBe("/leads/lead-9");
  await user.click(dialog.getByRole("button", { name: "Add anyway" }));
  const body = { name: "Renata Solis", phone: "6145550148", language: "en", told: ["phone"] };
  expect(sent).toEqual([
    [expect.stringContaining("/add-lead"), { ...body, again: false, keep: false }],
    [expect.stringContaining("/add-lead"), { ...body, again: true, keep: false }],
  ]);
  expect(dialog.getByText("This person took back consent to calls on 11/02/2026.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Save the consent there" }));
  expect(sent[2]).toEqual([expect.stringContaining("/add-lead"), { ...body, again: false, keep: true }]);
  expect(await screen.findByRole("heading", { name: "R. Solis" })).toBeTruthy();
});

test("what can't be saved with the lead that is there is said, and what is typed then is asked about again", async () => {
  const { user } = show("/leads", {
    lead_id: "lead-9",
    title: "R. Solis",
    added: false,
    keeps: ["note"],
    withdrawn: [],
  });
  await user.click(await screen.findByRole("button", { name: "Add a lead" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a lead" }));
  await user.type(dialog.getByLabelText("Name"), "Renata Solis");
  await user.type(dialog.getByLabelText("Phone number"), "6145550148");
  await user.click(dialog.getByRole("checkbox", { name: "They told me that we may call or text them" }));
  await user.click(dialog.getByRole("button", { name: "Add lead" }));
  expect(await dialog.findByRole("button", { name: "Save the note there" })).toBeTruthy();
  expect(
    dialog.getByText(
      "That lead has another phone number or email. The consent for this one can't be saved there.",
    ),
  ).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Note/), "Called");
  expect(dialog.queryByRole("button", { name: "Save the note there" })).toBeNull();
});

test("a lead's page says that the person once took back consent", async () => {
  show("/leads/lead-1", { withdrawn: [{ purpose: "phone", on: "11/02/2026" }] });
  expect(await screen.findByText("This person took back consent to calls on 11/02/2026.")).toBeTruthy();
});

test("a lead that another rep has is only read", async () => {
  show("/leads/lead-1", { mine: false, rep_name: "Sam Ortiz" });
  expect(await screen.findByText("Sam Ortiz has this lead. You can read it.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /quote/i })).toBeNull();
  expect(screen.queryByLabelText("Note")).toBeNull();
});
