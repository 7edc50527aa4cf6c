import type { Plugin } from "vite";
import { errorCode } from "../src/protocol/gen-errors.ts";

/** In what is built an error is its number: no screen carries the names of all the others along. */
export function errorNumbers(): Plugin {
  return {
    name: "jadebox-error-numbers",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx?$/, code: "errorCode." },
      handler(code) {
        // As long as before, so that source maps stay true.
        return code.replace(/\berrorCode\.(\w+)/g, (name, key: keyof typeof errorCode) =>
          key in errorCode ? String(errorCode[key]).padEnd(name.length) : name,
        );
      },
    },
  };
}
