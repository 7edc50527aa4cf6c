import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { errorNumbers } from "./build/error-numbers.ts";
import { firstVisit, treeshake } from "./build/first-visit.ts";
import { layerOrder } from "./build/layer-order.ts";
import { pages } from "./build/pages.ts";
import { precompress } from "./build/precompress.ts";
import { serviceWorker } from "./build/worker.ts";

const vendor = (...names: string[]) => new RegExp(`node_modules[\\\\/](${names.join("|")})[\\\\/]`);

/** A Go server on its default address, or where `make dev` has it; the page itself never names a host. */
const server = process.env.JADEBOX_LISTEN ?? "127.0.0.1:8080";

const files = (extension: string) => `assets/[name]-[hash:7].${extension}`;

/** Loaded by name: files of their own. */
const entrance = /[\\/]src[\\/](main\.tsx$|features[\\/]home[\\/]|routes[\\/]screens[\\/])/;

export default defineConfig(async ({ command }) => {
  const first =
    command === "build"
      ? await firstVisit(import.meta.dirname, "src/main.tsx", ["src/routes/screens/home.tsx"])
      : new Set();
  return {
    plugins: [
      react(),
      errorNumbers(),
      layerOrder(new URL("./src/ui/tokens.css", import.meta.url)),
      pages(["index.html", "src/main.tsx"], "src/routes/screens/home.tsx", "src/routes/prerender.tsx"),
      serviceWorker(new URL("./src/worker/sw.js", import.meta.url), new URL("./public/", import.meta.url)),
      precompress(),
    ],
    build: {
      target: "baseline-widely-available",
      cssMinify: "lightningcss",
      assetsInlineLimit: 1024,
      manifest: true,
      // The page names everything that its first script asks for.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files, { hostId }) => (/index-[^/]+$/.test(hostId) ? [] : files),
      },
      rolldownOptions: {
        treeshake,
        output: {
          // Every page carries the names of all files, and a hash does not compress: 42 bits tell two builds apart.
          entryFileNames: files("js"),
          chunkFileNames: files("js"),
          assetFileNames: files("[ext]"),
          codeSplitting: {
            groups: [
              // Vite's own loader of lazy chunks: the first script must not drag along what it is to load later.
              { name: "loader", test: /preload-helper/, priority: 10 },
              // What every visit runs, in three files: React, the other libraries, and the client's own.
              {
                name: "react",
                test: /rolldown[\\/:]runtime|node_modules[\\/](react|react-dom|scheduler)[\\/]/,
                priority: 9,
              },
              { name: "vendor", test: (id) => first.has(id) && id.includes("node_modules"), priority: 8 },
              {
                name: "main",
                // And what the readers of every topic have in common, which each page needs soon after.
                test: (id) => (first.has(id) && !entrance.test(id)) || /[\\/]protocol[\\/]shape\.ts$/.test(id),
                priority: 7,
              },
              { name: "form", test: vendor("react-hook-form", "@hookform", "valibot") },
              { name: "fingerprint", test: vendor("@fingerprintjs") },
              // But for the curve of drand's signatures, which is more than all else of the two packages.
              { name: "noble", test: /@noble[\\/](?!curves[\\/](bls12-381|abstract[\\/](bls|tower|weierstrass))\.js)/ },
              // With the links that rooms give away and what a room knows of its stream: too small for files of their
              // own.
              {
                name: "live",
                test: /[\\/](@msgpack|src[\\/](net|i18n[\\/]link|state[\\/]live-room|protocol[\\/]gen-(wire|enums)))[\\/.]/,
              },
              // Of most rooms: a file each would be half envelope.
              { name: "icons", test: /lucide-react.*[\\/](arrow-left|eye|link-2|lock|search|users)\.m?js/ },
              {
                name: "pixi",
                test: vendor("pixi\\.js", "@pixi", "earcut", "eventemitter3", "parse-svg-path", "gifuct-js"),
              },
            ],
          },
        },
      },
    },
    server: {
      proxy: {
        "/api": `http://${server}`,
        "/.well-known": `http://${server}`,
        "/sandbox": `http://${server}`,
        "/ws": { target: `ws://${server}`, ws: true },
      },
    },
  };
});
