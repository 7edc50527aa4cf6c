import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { layerOrder } from "./build/layer-order.ts";
import { precompress } from "./build/precompress.ts";

const vendor = (...names: string[]) => new RegExp(`node_modules[\\\\/](${names.join("|")})[\\\\/]`);

/** A Go server on its default address; the page itself never names a host. */
const server = "127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), layerOrder(new URL("./src/ui/tokens.css", import.meta.url)), precompress()],
  build: {
    target: "baseline-widely-available",
    cssMinify: "lightningcss",
    assetsInlineLimit: 1024,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Vite's own loader of lazy chunks is used everywhere: in a group of its own it drags nothing along.
            { name: "loader", test: /preload-helper/, priority: 9 },
            { name: "react", test: vendor("react", "react-dom", "scheduler") },
            { name: "router", test: vendor("react-router", "cookie-es") },
            { name: "i18n", test: vendor("i18next", "react-i18next", "html-parse-stringify") },
            { name: "query", test: vendor("@tanstack") },
            { name: "form", test: vendor("react-hook-form", "@hookform", "valibot") },
            { name: "fingerprint", test: vendor("@fingerprintjs") },
            { name: "noble", test: vendor("@noble") },
            { name: "msgpack", test: vendor("@msgpack") },
            // What nearly every screen draws with: one file instead of forty.
            {
              name: "kit",
              test: /[\\/]src[\\/](ui[\\/]|state[\\/]|paths\.ts|i18n[\\/]\w+\.ts|net[\\/](http|api-error|clock)\.ts)/,
            },
            { name: "icons", test: vendor("lucide-react"), minShareCount: 3 },
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
      "/ws": { target: `ws://${server}`, ws: true },
    },
  },
});
