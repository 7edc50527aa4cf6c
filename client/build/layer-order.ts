import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * The first stylesheet that names a cascade layer fixes its place, and with split styles no file can be sure to be
 * first. So every one of them begins with the order that the tokens declare.
 */
export function layerOrder(tokens: URL): Plugin {
  const order = /@layer [\w, ]+;/.exec(readFileSync(tokens, "utf8"))?.[0];
  if (!order) throw new Error(`${tokens.pathname}: no layer order`);
  return {
    name: "jadebox-layer-order",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "asset" && file.fileName.endsWith(".css")) file.source = order + file.source;
      }
    },
  };
}
