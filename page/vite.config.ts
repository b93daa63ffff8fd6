import { defineConfig, type ProxyOptions } from "vite";

/** Where `npm run dev` and `npm run preview` find a running `zug serve`. */
const proxy: Record<string, ProxyOptions> = {
  "/api": {
    target: process.env.ZUG_SERVER ?? "http://127.0.0.1:8080",
    changeOrigin: true,
    // The server answers its own page alone.
    configure: (made) => made.on("proxyReq", (request) => request.removeHeader("origin")),
  },
};

/** The policy of the server (`crates/web/src/guard.rs`), so that a preview is as strict. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    // The policy refuses data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy },
  preview: { proxy, headers: { "content-security-policy": policy } },
});
