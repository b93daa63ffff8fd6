import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import subsetFont from "subset-font";
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
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

/** The letters that the font keeps: ASCII, and what texts of games and of the page have besides. */
const letters = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join("") + "–—‘’“”…−×·äöüéèç";

/** Leaves in fonts what the page writes: the browser takes all else from the system's fonts. */
function fewerLetters(): Plugin {
  return {
    name: "fewer-letters",
    async generateBundle(_, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== "asset" || !asset.fileName.endsWith(".woff2")) continue;
        asset.source = await subsetFont(Buffer.from(asset.source), letters, { targetFormat: "woff2" });
      }
    },
  };
}

/** The number of bytes that all files of the page may have, as a browser gets them. */
const MOST = 250_000;

/** Fails if the page has become too heavy. `crates/web/build.rs` compresses the files for the program. */
function weighed(): Plugin {
  return {
    name: "weighed",
    apply: "build",
    writeBundle({ dir }, bundle) {
      const files = [...Object.keys(bundle), ...readdirSync("public")];
      const weights = files.map((file) => {
        const path = join(dir!, file);
        const bytes = readFileSync(path);
        return { file, weight: Math.min(bytes.length, gzipSync(bytes, { level: 9 }).length) };
      });
      const sum = weights.reduce((all, { weight }) => all + weight, 0);
      this.info(`all files of the page: ${sum} bytes compressed, of ${MOST} at most`);
      if (sum > MOST) {
        const list = weights.sort((a, b) => b.weight - a.weight).map(({ file, weight }) => `${weight} ${file}`);
        this.error(`the page has ${sum} bytes compressed, more than ${MOST}:\n${list.join("\n")}`);
      }
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [licences(), fewerLetters(), weighed()],
  build: {
    // What is built is committed, so that cargo alone builds a program with the page. The names stay.
    outDir: "../crates/web/page",
    emptyOutDir: true,
    rollupOptions: {
      output: { entryFileNames: "assets/[name].js", chunkFileNames: "assets/[name].js", assetFileNames: "assets/[name][extname]" },
    },
    target: "es2022",
    // The policy refuses data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy },
  preview: { proxy, headers: { "content-security-policy": policy } },
});
