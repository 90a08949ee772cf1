import { afterEach, expect, test } from "vitest";
import { bootstrap } from "./bootstrap";
import { homePath, logoPath } from "./home";
import { setItem } from "./storage";

const KEYS = ["open_type", "referral", "eprocess", "usertype"] as const;

afterEach(() => {
  for (const key of KEYS) setItem(key, null);
  Object.assign(bootstrap.flags, { landing_to_root: false, main_store: false });
});

const ROWS = [
  // open_type, referral, eprocess, flag, Home breadcrumb, logo
  ["", "", "", "", "/", "/"],
  ["agent", "", "applicant", "", "/", "/"],
  ["group", "", "applicant", "", "/", "/"],
  ["agent", "a b", "applicant", "", "/referrals?rid=a%20b", "/referrals?rid=a%20b"],
  ["agent", "x", "rep", "", "/referrals?rid=x", "/referrals?rid=x"],
  ["", "x", "rep", "", "/agent-home", "/agent-home"],
  ["", "", "rep", "main_store", "/agent-home", "/agent-home"],
  ["", "", "applicant", "landing_to_root", "/member-home", "/member-home"],
  ["", "", "group", "", "/group-home", "/group-home"],
  ["", "", "group", "main_store", "/group-home", "/"],
  ["", "", "group", "landing_to_root", "/", "/"],
] as const;

test.each(ROWS)(
  "open_type %j, referral %j, eprocess %j, flag %j",
  (open, referral, process, flag, home, logo) => {
    setItem("open_type", open);
    setItem("referral", referral);
    setItem("eprocess", process);
    setItem("usertype", process);
    if (flag) bootstrap.flags[flag] = true;
    expect([homePath(), logoPath()]).toEqual([home, logo]);
  },
);

test("an application that was continued makes nobody a rep", () => {
  setItem("eprocess", "rep");
  expect(homePath()).toBe("/");
});
