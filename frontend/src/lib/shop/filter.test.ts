import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { setSessionToken } from "../api";
import { getItem, setItem } from "../storage";
import { useSaveFilter } from "./filter";

const VALUES = { zip: "43215", dob: "04/17/1989", gender: "1", tier: "IO" };
const sent: Record<string, unknown>[] = [];

/** Quotes are started for bodies that `fine` takes; others name something that is gone. */
function server(fine: (body: Record<string, unknown>) => boolean) {
  sent.length = 0;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (_path: string, init: RequestInit) => {
      const body = JSON.parse(String(init.body));
      sent.push(body);
      const status = fine(body) ? 200 : 404;
      const data = { temp_enrollment_id: "new-quote" };
      return new Response(
        JSON.stringify({ status: status === 200 ? "success" : "error", message: "", data }),
        { status },
      );
    }),
  );
}

function save() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return renderHook(() => useSaveFilter(), { wrapper }).result.current(VALUES);
}

beforeEach(() => setSessionToken("token"));

test("a quote starts for the visit's rep, group and portal", async () => {
  server(() => true);
  setItem("agent_id", 11);
  setItem("portal_id", 2);
  setItem("referral", "jordan");
  await save();
  expect(sent).toEqual([
    {
      ...VALUES,
      eprocess: "applicant",
      agent_id: "11",
      platform_group_id: "2",
      type: "new-member",
      referral: "jordan",
    },
  ]);
  expect(getItem("tempId")).toBe("new-quote");
});

test("a referral that is gone goes first, and the rep stays", async () => {
  server((body) => !body.referral);
  setItem("agent_id", 11);
  setItem("referral", "old");
  await save();
  expect(sent.map((body) => [body.agent_id, body.referral])).toEqual([
    ["11", "old"],
    ["11", undefined],
  ]);
  expect([getItem("agent_id"), getItem("referral")]).toEqual(["11", null]);
});

test("a group that is gone keeps nobody from a price", async () => {
  server((body) => !body.group_id);
  setItem("group_id", 102);
  await save();
  expect(sent.map((body) => body.group_id)).toEqual(["102", undefined]);
  expect([getItem("group_id"), getItem("tempId")]).toEqual([null, "new-quote"]);
});
