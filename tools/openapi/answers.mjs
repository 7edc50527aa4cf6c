/**
 * What the scripts share: the document, the answers that the tests of server/httpapi recorded, and the schema of an
 * answer.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The examples that the document takes in. */
export const exampleFile = `${root}server/httpapi/examples.json`;

/** What an example can show. */
export const exampleTypes = ["application/json", "text/csv", "application/x-ndjson", "text/plain"];

/** Operations without an example, each with why. */
export const withoutExample = {
  "GET /api/pay/checkout/{data}": "a document of the provider's",
  "GET /api/pay/creat/code/{data}": "a picture",
  "GET /docs": "this document for people",
  "GET /docs/docs.css": "the style of /docs",
  "GET /log/leaf/{index}": "bytes",
  "GET /openapi.json": "the document itself",
  "GET /share/battle/{picture}": "a picture",
  "GET /share/result/{picture}": "a picture",
};

let document;

/** The OpenAPI document, as text. */
export const documentText = () =>
  (document ??= execFileSync("go", ["run", "./tools/openapi"], { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 }));

/** Every operation of the document by "GET /api/box/{id}". */
export function operationsOf(document) {
  const out = new Map();
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) out.set(`${method.toUpperCase()} ${path}`, operation);
  return out;
}

/** Answers as server/httpapi/answers_test.go writes them: operation, test, status, type, body. */
export const answersIn = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/**
 * validate(operation, status) checks a JSON body against the document; undefined where the document has no such answer.
 */
export function checker(document) {
  // Formats are hints for people (int64, id); allErrors, so that one run shows all that is wrong.
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  ajv.addSchema(document, "document");
  const compiled = new Map();
  return (operation, method, path, status) => {
    const key = `${method} ${path} ${status}`;
    if (!compiled.has(key)) {
      const schema = operation.responses[status]?.content?.["application/json"]?.schema;
      const pointer = [
        "paths",
        path,
        method.toLowerCase(),
        "responses",
        String(status),
        "content",
        "application/json",
        "schema",
      ];
      const escaped = pointer.map((part) =>
        part.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D"),
      );
      compiled.set(key, schema && ajv.compile({ $ref: `document#/${escaped.join("/")}` }));
    }
    return compiled.get(key);
  };
}

/** What ajv found, one line each: which field, and what it had to be. */
export const violationsOf = (errors) =>
  errors.map(
    (e) =>
      `${e.instancePath || "/"} ${e.message}${e.params.allowedValues ? ` (${e.params.allowedValues.join(", ")})` : ""}${e.params.additionalProperty ?? e.params.unevaluatedProperty ?? ""}`,
  );
