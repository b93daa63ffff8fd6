import { defineConfig } from "vite";

/** Where `npm run dev` finds a running `zug serve`. */
const server = process.env.ZUG_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    // The server's content security policy refuses data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": {
        target: server,
        changeOrigin: true,
        // The server answers its own page alone.
        configure: (proxy) => proxy.on("proxyReq", (request) => request.removeHeader("origin")),
      },
    },
  },
});
