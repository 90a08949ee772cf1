import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "@/lib/api";
import { bootstrap, type Landing } from "@/lib/bootstrap";
import AboutDialog from "./AboutDialog";

const REP: Landing = {
  type: "agent",
  id: 11,
  code: "REP1001",
  display_name: "Jordan Lee",
  display_phone: "",
  display_email: "",
  tagline: { en: "", es: "" },
  image: "",
  image_link: "",
  banner_image: "",
  banner_alt: {},
  logo: "",
  about: "",
};

function open(landing: Landing | null) {
  bootstrap.landing = landing;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>
        <AboutDialog onClose={() => {}} />
      </I18nProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  setSessionToken("token");
  localStorage.setItem("agent_id", "11");
  const body = { status: "success", statusCode: 200, message: "", data: { agent_bio: "Ohio since 2014." } };
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(body))),
  );
});

test("a rep's page says the rep's words", async () => {
  open(REP);
  expect(await screen.findByText("Ohio since 2014.")).toBeTruthy();
});

test("the store's own page says the store's, whichever rep was visited before", async () => {
  open(null);
  expect(await screen.findByText(/^Planfront helps people compare/)).toBeTruthy();
  expect(screen.queryByText("Ohio since 2014.")).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});

test("a brand's own words take the place of the plain ones", async () => {
  bootstrap.marketing = { en: { about: [{ title: "We sell in Ohio.", text: "Since 1987." }] }, es: {} };
  open(null);
  expect(await screen.findByText("We sell in Ohio. Since 1987.")).toBeTruthy();
  expect(screen.queryByText(/helps people compare/)).toBeNull();
  bootstrap.marketing = { en: {}, es: {} };
});
