import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { getItem, setItem } from "@/lib/storage";
import EnrollmentsPage from "./EnrollmentsPage";

const DRAFT = {
  enrollment_id: "draft-1",
  name: "Maren Castillo",
  quoted_to: "",
  status: "saved",
  plans: ["Halden Dental", "Ostrander Vision"],
  monthly: "104.85",
  changed_on: "11/20/2026",
  step: "Personal Information",
  href: "/enrollment",
  can: ["code", "link", "withdraw"],
  enroll_type: "new-member",
  open_type: "",
  agent_id: 7,
  group_id: null,
  platform_group_id: 1,
};
const SOLD = {
  ...DRAFT,
  enrollment_id: "sold-1",
  name: "",
  status: "pending",
  plans: ["Northfield Life"],
  step: "",
  href: "/enrollment/receipt",
  can: [],
};

/** Answers the list by its query; returns the queries that were asked. */
function serve(rows: (query: URLSearchParams) => object[]) {
  const queries: URLSearchParams[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const query = new URL(address, "http://store.test").searchParams;
    queries.push(query);
    const result = rows(query);
    const data = {
      result,
      total: result.length,
      more: false,
      page: 1,
      pages: 1,
      per_page: 10,
      continue_link: "",
    };
    return new Response(JSON.stringify({ status: "success", statusCode: 200, message: "", data }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={["/enrollments"]}>
          <Routes>
            <Route path="/enrollments" element={<EnrollmentsPage />} />
            <Route path="/enrollment" element={<p>the wizard</p>} />
            <Route path="/enrollment/receipt" element={<p>the receipt</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return queries;
}

beforeEach(() => {
  setSessionToken("token");
  setItem("usertype", "rep");
  setItem("agent_id", 7);
});

test("a row says in words how an enrollment stands", async () => {
  serve(() => [DRAFT, SOLD]);
  const row = (await screen.findByRole("row", { name: /Maren Castillo/ })).textContent;
  expect(row).toContain("Last step: Personal Information");
  expect(row).toContain("Saved for later");
  expect(row).toContain("$104.85");
  expect(row).toContain("11/20/2026");
  expect(screen.getByRole("row", { name: /Northfield Life/ }).textContent).toContain("Pending underwriting");
  expect(screen.getByText("No name yet")).toBeTruthy();
});

test("a cart that was sent as a quote is called by the client", async () => {
  serve(() => [{ ...DRAFT, name: "", step: "", quoted_to: "Ada Young", status: "draft" }]);
  const row = await screen.findByRole("row", { name: /Ada Young/ });
  expect(row.textContent).toContain("Sent as a quote");
  expect(screen.getByRole("button", { name: "Resume, Ada Young" })).toBeTruthy();
  expect(screen.queryByText("No name yet")).toBeNull();
});

test("Resume goes on where the enrollment was left", async () => {
  serve(() => [DRAFT]);
  await userEvent.setup().click(await screen.findByRole("button", { name: "Resume, Maren Castillo" }));
  expect(await screen.findByText("the wizard")).toBeTruthy();
  expect([getItem("tempId"), getItem("portal_id"), getItem("group_id")]).toEqual(["draft-1", "1", null]);
});

test("what was submitted opens its receipt", async () => {
  serve(() => [SOLD]);
  await userEvent.setup().click(await screen.findByRole("button", { name: "Open receipt, Northfield Life" }));
  expect(await screen.findByText("the receipt")).toBeTruthy();
  expect(getItem("tempId")).toBe("sold-1");
});

test("the server filters; a filter without a match can be taken back", async () => {
  const queries = serve((query) => (query.get("status") === "ended" ? [] : [DRAFT]));
  const user = userEvent.setup();
  await screen.findByText("Maren Castillo");
  await user.selectOptions(screen.getByLabelText("Status"), "Ended");
  expect(await screen.findByText("No enrollments match")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show all enrollments" }));
  expect(await screen.findByText("Maren Castillo")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Last change" }));
  expect(queries.at(-1)?.get("sort")).toBe("changed");
});

test("withdrawing asks why before it is sent", async () => {
  const user = userEvent.setup();
  serve(() => [DRAFT, SOLD]);
  await user.click(await screen.findByRole("button", { name: "Withdraw, Maren Castillo" }));
  const send = await screen.findByRole("button", { name: "Withdraw enrollment", hidden: true });
  await user.click(send);
  expect(screen.getByText("Field is required")).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Reason"), "Started by mistake");
  await user.click(send);
  await waitFor(() => expect(screen.queryByLabelText("Reason")).toBeNull());
});
