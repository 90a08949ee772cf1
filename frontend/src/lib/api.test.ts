import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, api, setSessionToken } from "./api";
import { signOut } from "./sign-out";
import { getItem, setItem } from "./storage";

type Answer = { status: number; body?: unknown };

const calls: { url: string; init: RequestInit }[] = [];
let answers: Answer[] = [];

const json = ({ status, body }: Answer) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });

const success = (data: unknown): Answer => ({
  status: 200,
  body: { status: "success", statusCode: 200, message: "", data },
});

beforeEach(() => {
  calls.length = 0;
  answers = [];
  let session = 0;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit) => {
      calls.push({ url, init });
      if (url.endsWith("/session")) return json(success({ token: `token-${++session}` }));
      const answer = answers.shift();
      if (!answer) throw new TypeError("offline");
      return json(answer);
    }),
  );
});

const headersOf = (index: number) => calls[index]?.init.headers as Record<string, string>;

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

test("one session serves parallel calls and carries the context headers", async () => {
  setItem("agent_id", 7);
  answers = [success({ result: 1 }), success({ result: 2 })];
  const both = await Promise.all([
    api.getFrom<{ result: number }>("/api/v1/get-cart-count", { enrollment_id: "abc", note: "" }),
    api.getFrom<{ result: number }>("/api/v1/get-cart-amount", { enrollment_id: "abc" }),
  ]);
  expect(both.map((answer) => answer.result)).toEqual([1, 2]);
  expect(calls.filter((call) => call.url.endsWith("/session"))).toHaveLength(1);
  expect(calls[1]?.url).toBe("/api/v1/get-cart-count?enrollment_id=abc");
  expect(headersOf(1)).toMatchObject({ Authorization: "Bearer token-1", agent_id: "7" });
});

test("an id that the server does not know as this session's is forgotten and the call repeated without it", async () => {
  setItem("agent_id", 7);
  setItem("group_id", 8);
  const mismatch = { status: "error", statusCode: 404, message: "Not found.", data: { header: "agent_id" } };
  answers = [{ status: 404, body: mismatch }, success("yes")];
  expect(await api.get("/api/v1/get-states")).toBe("yes");
  expect(getItem("agent_id")).toBeNull();
  expect(headersOf(calls.length - 1)).toMatchObject({ group_id: "8" });
  expect(headersOf(calls.length - 1)).not.toHaveProperty("agent_id");
});

test("a call for something unknown is not repeated", async () => {
  setItem("agent_id", 7);
  answers = [{ status: 404, body: { status: "error", statusCode: 404, message: "Not found.", data: {} } }];
  expect((await failure(api.get("/api/v1/get-plan-cart", { enrollment_id: "abc" }))).status).toBe(404);
  expect(getItem("agent_id")).toBe("7");
});

test("an expired token is renewed once and the call repeated", async () => {
  answers = [
    { status: 401, body: { status: "error", statusCode: 401, message: "", data: null } },
    success("yes"),
  ];
  expect(await api.postTo("/api/v1/cart-checkout", { a: 1 })).toBe("yes");
  expect(headersOf(calls.length - 1).Authorization).toBe("Bearer token-2");
  expect(calls[calls.length - 1]?.init.body).toBe('{"a":1}');
});

test("a call that was on its way while somebody signed in takes the new token and starts no session", async () => {
  answers = [success("before")];
  await api.getFrom("/api/v1/x", {});
  const sessions = calls.filter((call) => call.url.endsWith("/session")).length;
  let refuse = (_answer: Response): void => undefined;
  const late = new Promise<Response>((answer) => {
    refuse = answer;
  });
  vi.mocked(fetch).mockReturnValueOnce(late);
  const slow = api.getFrom("/api/v1/slow", {});
  await Promise.resolve();
  setSessionToken("signed-in");
  answers = [success("mine")];
  refuse(json({ status: 401, body: { status: "error", statusCode: 401, message: "", data: null } }));
  expect(await slow).toBe("mine");
  expect(headersOf(calls.length - 1).Authorization).toBe("Bearer signed-in");
  expect(calls.filter((call) => call.url.endsWith("/session"))).toHaveLength(sessions);
});

test("a second 401 is an error, not a loop", async () => {
  const denied = { status: 401, body: { status: "error", statusCode: 401, message: "Sign in", data: null } };
  answers = [denied, denied];
  expect((await failure(api.getFrom("/api/v1/x", {}))).status).toBe(401);
});

test("422 and 200 with status error become field errors", async () => {
  const body = {
    status: "error",
    statusCode: 422,
    message: "Check the form",
    data: [
      { target_element: "zip", error_message: "Enter 5 digit zip code." },
      { target_element: "zip", error_message: "second" },
      { target_element: "health_info.condition_questions.2", error_message: "Field is required" },
    ],
  };
  answers = [
    { status: 422, body },
    { status: 200, body },
  ];
  for (const attempt of [1, 2]) {
    const error = await failure(api.postTo("/api/v1/add-filter-for-new-user", { attempt }));
    expect(error.fieldErrors).toEqual({
      zip: "Enter 5 digit zip code.",
      "health_info.condition_questions.2": "Field is required",
    });
    expect(error.message).toBe("Check the form");
  }
});

test("business answers keep code, message and data", async () => {
  answers = [
    {
      status: 200,
      body: { status: "error", errorCode: "stateError", message: "Not here", data: { pid: 4 } },
    },
  ];
  const error = await failure(api.getFrom("/api/v1/get-plan-pricing-detail", {}));
  expect([error.errorCode, error.message, error.data]).toEqual(["stateError", "Not here", { pid: 4 }]);
});

test("204 is an empty answer and a lost connection says so", async () => {
  answers = [{ status: 204 }];
  expect(await api.getEnvelope("/api/v1/validate-agent", { agent_code: "A" })).toBeNull();
  expect((await failure(api.get("/api/v1/get-states"))).offline).toBe(true);
});

test("a sign-out that the server did not hear of is made up for before anything else", async () => {
  setSessionToken("token-of-a-member");
  await signOut();
  expect(getItem("leaving")).toBe("1");
  const before = calls.length;
  answers = [success({}), success("yes")];
  expect(await api.getFrom("/api/v1/x", {})).toBe("yes");
  expect(calls.slice(before).map(({ url }) => url.split("/").pop())).toEqual([
    "session",
    "sign-out",
    "session",
    "x",
  ]);
  expect(headersOf(before + 1).Authorization).toBe("Bearer token-1");
  expect(headersOf(before + 3).Authorization).toBe("Bearer token-2");
  expect(getItem("leaving")).toBeNull();
});

test("while it can't be made up for nothing goes on in the old session", async () => {
  setSessionToken("token-of-a-member");
  await signOut();
  answers = [{ status: 503, body: { status: "error", statusCode: 503, message: "", data: {} } }];
  expect((await failure(api.getFrom("/api/v1/x", {}))).offline).toBe(true);
  expect(getItem("leaving")).toBe("1");
});

test("a sign-out of a session that has ended owes nothing", async () => {
  setSessionToken("token-of-a-member");
  const gone = { status: 401, body: { status: "error", statusCode: 401, message: "", data: null } };
  answers = [gone, gone];
  await signOut();
  expect(getItem("leaving")).toBeNull();
});

test("an answer that was asked for before the store's files came is taken once, and a write ends it", async () => {
  const early = (result: number) => Promise.resolve(json(success({ result })));
  const url = "/api/v1/get-cart-count?enrollment_id=abc";
  const count = () => api.getFrom<{ result: number }>("/api/v1/get-cart-count", { enrollment_id: "abc" });
  setSessionToken("token");
  answers = [success({ result: 2 }), success(null), success({ result: 4 }), success({ result: 5 })];

  window.early = { answers: { [url]: early(1) } };
  expect([(await count()).result, (await count()).result]).toEqual([1, 2]);

  window.early = { answers: { [url]: early(3) } };
  await api.postTo("/api/v1/add-to-cart", {});
  expect((await count()).result).toBe(4);

  window.early = { answers: { [url]: Promise.resolve(json({ status: 500 })) } };
  expect((await count()).result).toBe(5);
});
