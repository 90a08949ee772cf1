import type { SessionInfo } from "@/client";
import type { GetCalls, PostCalls, PutCalls } from "@/client/calls.gen";
import { getItem, type StorageKey, setItem } from "./storage";

/** The JSON envelope of every answer. */
export interface Envelope<T> {
  status: "success" | "error";
  statusCode?: number;
  errorCode?: string;
  message?: string;
  data: T;
}

interface FieldErrorItem {
  target_element: string;
  error_message: string;
}

export type FieldErrors = Record<string, string>;

/** One shape for a 422, a 200 with status "error", a 404, and a lost connection (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly fieldErrors: FieldErrors;
  readonly data: unknown;

  constructor(init: {
    status: number;
    message: string;
    errorCode?: string | undefined;
    fieldErrors?: FieldErrors;
    data?: unknown;
  }) {
    super(init.message);
    this.status = init.status;
    this.errorCode = init.errorCode;
    this.fieldErrors = init.fieldErrors ?? {};
    this.data = init.data;
  }

  get hasFieldErrors(): boolean {
    return Object.keys(this.fieldErrors).length > 0;
  }

  get offline(): boolean {
    return this.status === 0;
  }

  /** What may pass by itself: a lost connection, or a server that is away. */
  get passing(): boolean {
    return this.offline || this.status >= 502;
  }
}

/** Return whether a call was refused because the enrollment is already submitted. */
export const wasSubmitted = (error: unknown): boolean =>
  error instanceof ApiError && (error.data as { submitted?: boolean } | null)?.submitted === true;

/** Return the message of a failed call: the first field's error, else its own; "" where the page itself failed. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? Object.values(error.fieldErrors)[0] || error.message : "";

/** In an address every value is text; null isn't sent. */
type Sent<Values> = { [Name in keyof Values]: Values[Name] | string | null };
type Optional<Values> = undefined extends Values ? true : object extends Values ? true : false;
type GetParts<Call extends { query: unknown }> =
  Optional<Call["query"]> extends true
    ? [query?: Sent<Call["query"]> | Record<string, never>, signal?: AbortSignal]
    : [query: Sent<Call["query"]>, signal?: AbortSignal];
type PostParts<Call extends { body: unknown }> =
  Optional<Call["body"]> extends true
    ? [body?: Call["body"], options?: Options]
    : [body: Call["body"], options?: Options];

export type Query = Record<string, string | number | boolean | string[] | null | undefined>;

interface RequestOptions {
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  keepalive?: boolean | undefined;
  headers?: Record<string, string> | undefined;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

let token: string | null = null;
let onStart: (session: SessionInfo) => boolean = () => false;
let ended = false;
let starting: Promise<string> | null = null;

const plainHeaders = () => ({
  Accept: "application/json",
  // Of the texts the server sends back; the i18n module sets it on the document.
  "Accept-Language": document.documentElement.lang || "en",
});

export const SIGN_OUT = "/api/v1/session/sign-out";

async function startSession(): Promise<string> {
  const early = window.early?.session;
  if (window.early) window.early.session = undefined;
  const ask = fetch.bind(null, "/api/v1/session", {
    method: "POST",
    headers: { ...plainHeaders(), "Content-Type": "application/json" },
    body: "{}",
  });
  const response = await (early?.catch(ask) ?? ask());
  const answer = await readEnvelope<SessionInfo>(response);
  if (!answer?.data?.token) throw toError(response.status, answer);
  // A sign-out that the server did not hear of (see leaving.ts): the cookie would bring that session back.
  if (getItem("leaving")) {
    if (!(await send("POST", SIGN_OUT, {}, answer.data.token)).ok) throw toError(0, null);
    setItem("leaving", null);
    window.early = undefined;
    return startSession();
  }
  ended = onStart(answer.data) || ended;
  return answer.data.token;
}

/** Starts the visitor session once per page load; the token stays in memory only. */
async function sessionToken(): Promise<string> {
  if (token) return token;
  starting ??= startSession();
  try {
    token = await starting;
    return token;
  } finally {
    starting = null;
  }
}

/** Calls `listener` each time the server says whose session this browser has; true means that a sign-in has ended. */
export function whenSessionStarts(listener: (session: SessionInfo) => boolean): void {
  onStart = listener;
}

/**
 * After an ended sign-in calls fail until the person is asked to sign in again: as a visitor they would find nothing
 * of what was begun, and pages would forget it.
 */
export function goOnAsVisitor(): void {
  ended = false;
}

/** Sign-in and sign-out answer with a new token. */
export function setSessionToken(next: string | null): void {
  token = next;
}

async function readEnvelope<T>(response: Response): Promise<Envelope<T> | null> {
  const text = await response.text();
  if (!text) return null;
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch {
    return null;
  }
}

function isFieldErrorItem(item: unknown): item is FieldErrorItem {
  return typeof item === "object" && item !== null && "target_element" in item && "error_message" in item;
}

/** First message per field wins: that is the one the server checks first. */
export function fieldErrorsOf(data: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const item of Array.isArray(data) ? data : []) {
    if (isFieldErrorItem(item)) errors[item.target_element] ??= String(item.error_message);
  }
  return errors;
}

function toError(status: number, answer: Envelope<unknown> | null): ApiError {
  return new ApiError({
    status,
    message: answer?.message ?? "",
    errorCode: answer?.errorCode,
    fieldErrors: fieldErrorsOf(answer?.data),
    data: answer?.data,
  });
}

function toUrl(path: string, query?: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined && one !== "") search.append(key, String(one));
    }
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Return the headers that say for whom the store is used. */
const CONTEXT: Record<string, StorageKey> = { agent_id: "agent_id", group_id: "group_id", uid: "user_id" };

function contextHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [header, key] of Object.entries(CONTEXT)) {
    const id = getItem(key);
    if (id) headers[header] = id;
  }
  return headers;
}

/** Forgets an id that the server does not know (any more) as this session's; true when there was one. */
function forgetContext(answer: Envelope<unknown> | null): boolean {
  const key = CONTEXT[(answer?.data as { header?: string } | null)?.header ?? ""];
  if (!key || !getItem(key)) return false;
  setItem(key, null);
  return true;
}

/** This script itself came a moment ago. */
let answeredAt = performance.now();

/** Return whether the store answered a call within the last second. */
export const answeredJustNow = () => performance.now() - answeredAt < 1000;

/** An early answer that no page has taken by then is not the page's any more. */
const EARLY_MS = 15_000;

/** The answer to a call that src/first.ts has made already; null when there is none or it failed. A write ends them. */
async function takeEarlyAnswer(method: Method, url: string): Promise<Response | null> {
  const early = window.early?.answers[url];
  if (method === "GET" && !early) return null;
  window.early = undefined;
  if (method !== "GET" || performance.now() > EARLY_MS) return null;
  const response = await early?.catch(() => null);
  return response?.ok ? response : null;
}

async function send(method: Method, path: string, options: RequestOptions, as: string): Promise<Response> {
  const headers: Record<string, string> = {
    ...plainHeaders(),
    Authorization: `Bearer ${as}`,
    ...contextHeaders(),
    ...options.headers,
  };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  const url = toUrl(path, options.query);
  const response =
    (await takeEarlyAnswer(method, url)) ??
    (await fetch(url, {
      method,
      headers,
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
    }));
  answeredAt = performance.now();
  return response;
}

async function requestEnvelope<T>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Envelope<T> | null> {
  let response: Response;
  let answer: Envelope<T> | null = null;
  try {
    for (let again = false; ; again = true) {
      const used = await sessionToken();
      if (ended) throw new ApiError({ status: 401, message: "" });
      response = await send(method, path, options, used);
      answer = response.status === 204 ? null : await readEnvelope<T>(response);
      if (response.status === 404 && forgetContext(answer)) continue;
      if (response.status !== 401 || again) break;
      // Somebody may have signed in while this call was on its way.
      if (token === used) token = null;
    }
  } catch (error) {
    if (error instanceof ApiError || (error as Error).name === "AbortError") throw error;
    throw new ApiError({ status: 0, message: "" });
  }
  if (response.status === 204) return null;
  if (!response.ok || answer?.status !== "success") throw toError(response.status, answer);
  return answer;
}

async function request<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
  const answer = await requestEnvelope<T>(method, path, options);
  return (answer?.data ?? null) as T;
}

type Options = Omit<RequestOptions, "query" | "body">;

/**
 * The calls of `api/openapi.json`: a path ties the query, the body and the answer to their types. They answer with the
 * envelope's `data` and throw ApiError for every failure.
 */
export const api = {
  get: <Path extends keyof GetCalls>(path: Path, ...[query, signal]: GetParts<GetCalls[Path]>) =>
    request<GetCalls[Path]["data"]>("GET", path, { query: query as Query, signal }),
  post: <Path extends keyof PostCalls>(path: Path, ...[body, options]: PostParts<PostCalls[Path]>) =>
    request<PostCalls[Path]["data"]>("POST", path, { ...options, body: body ?? {} }),
  put: <Path extends keyof PutCalls>(path: Path, ...[body, options]: PostParts<PutCalls[Path]>) =>
    request<PutCalls[Path]["data"]>("PUT", path, { ...options, body: body ?? {} }),
  /** The whole envelope, for the few calls whose statusCode or message matters. A 204 gives null. */
  getEnvelope: <Path extends keyof GetCalls>(path: Path, ...[query, signal]: GetParts<GetCalls[Path]>) =>
    requestEnvelope<GetCalls[Path]["data"]>("GET", path, { query: query as Query, signal }),
  postEnvelope: <Path extends keyof PostCalls>(path: Path, ...[body, options]: PostParts<PostCalls[Path]>) =>
    requestEnvelope<PostCalls[Path]["data"]>("POST", path, { ...options, body: body ?? {} }),
  /** Of an address that the server named: its answer is what `Answer` says it is. */
  getFrom: <Answer>(href: string, query: Query, signal?: AbortSignal) =>
    request<Answer>("GET", href, { query, signal }),
  postTo: <Answer>(href: string, body: object) => request<Answer>("POST", href, { body }),
};

/** Resets module state between unit tests. */
export function resetApiForTests(): void {
  answeredAt = Number.NEGATIVE_INFINITY;
  token = null;
  starting = null;
  ended = false;
}
