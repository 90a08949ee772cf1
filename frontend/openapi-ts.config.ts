import { defineConfig } from "@hey-api/openapi-ts";

/** Types only: calls go through src/lib/api.ts, which knows the session and the error shapes. */
export default defineConfig({
  input: "../api/openapi.json",
  output: { path: "src/client" },
  plugins: ["@hey-api/typescript"],
});
