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
    },
  }),
);
