import { defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./vite.config";

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: "happy-dom",
      include: ["src/**/*.test.{ts,tsx}", "scripts/*.test.mjs"],
      setupFiles: ["src/testing/setup.ts"],
      clearMocks: true,
      // Other checks may have the machine for a while.
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }),
);
