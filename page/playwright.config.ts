import { defineConfig } from "@playwright/test";

/** A server that runs already, or none: then the tests start the binary. */
const running = process.env.ZUG_URL;
const port = 8193;

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  // Where machines are shared, a browser may be slow once.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: process.env.ZUG_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
  ...(running
    ? {}
    : {
        webServer: {
          command: `${process.env.ZUG_BINARY ?? "../target/release/zug"} serve --port ${port}`,
          url: `http://127.0.0.1:${port}/api/v1/games`,
          reuseExistingServer: false,
          timeout: 20_000,
        },
      }),
});
