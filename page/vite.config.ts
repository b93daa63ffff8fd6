import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin, type ProxyOptions } from "vite";

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

/** Writes the licences of all packages that are part of the page beside it, as they ask for. */
function licences(): Plugin {
  return {
    name: "licences",
    generateBundle(_, bundle) {
      const packages = new Set(["@fontsource/source-serif-4"]);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const id of Object.keys(chunk.modules)) {
          const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
          if (name) packages.add(name);
        }
      }
      const texts = [...packages].sort().map((name) => {
        const folder = join("node_modules", name);
        const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
        const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : this.error(`${name} has no licence`);
        return `${name}\n\n${text.trim()}\n`;
      });
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join(`\n${"-".repeat(72)}\n\n`) });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [licences()],
  build: {
    target: "es2022",
    // The policy refuses data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy },
  preview: { proxy, headers: { "content-security-policy": policy } },
});
