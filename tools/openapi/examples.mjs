/**
 * node examples.mjs ANSWERS: gives every operation without a right example in server/httpapi/examples.json one of the
 * recorded answers, made small: lists keep one item where the schema lets them. Examples that are right stay, so that
 * files change little.
 */
import { readFileSync, writeFileSync } from "node:fs";
import {
  answersIn,
  checker,
  documentText,
  exampleFile,
  exampleTypes,
  operationsOf,
  withoutExample,
} from "./answers.mjs";

const document = JSON.parse(documentText());
const operations = operationsOf(document);
const validator = checker(document);
const kept = JSON.parse(readFileSync(exampleFile, "utf8"));
const answers = new Map([...operations.keys()].map((name) => [name, []]));
for (const a of answersIn(process.argv[2])) if (a.status === 200) answers.get(a.operation)?.push(a);

/** How much an example tells: the distinct paths of its values. */
function told(value, path = "", into = new Set()) {
  if (value === null || typeof value !== "object") return into.add(path + (value === null ? "?" : ""));
  if (Array.isArray(value)) for (const item of value) told(item, `${path}[]`, into);
  else for (const [name, item] of Object.entries(value)) told(item, `${path}.${name}`, into);
  return into;
}

/** Of a picture in a text its beginning tells enough. */
const pictureMax = 64;

const shortened = (value) =>
  Array.isArray(value)
    ? value.slice(0, 1).map(shortened)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]))
      : typeof value === "string" && value.startsWith("data:")
        ? value.slice(0, pictureMax)
        : value;

/** A text keeps its first lines. */
const linesMax = 3;
const textOf = (body) => body.split(/(?<=\n)/).slice(0, linesMax).join("");

function best(candidates, valid) {
  const weigh = (value) => [told(value).size, -JSON.stringify(value).length];
  let found;
  for (const body of new Set(candidates)) {
    const whole = JSON.parse(body);
    const value = valid(shortened(whole)) ? shortened(whole) : whole;
    const weight = weigh(value);
    if (!found || weight[0] > found.weight[0] || (weight[0] === found.weight[0] && weight[1] > found.weight[1]))
      if (valid(value)) found = { value, weight };
  }
  return found?.value;
}

const examples = {};
for (const [name, operation] of [...operations].sort()) {
  const type = exampleTypes.find((t) => operation.responses[200].content[t]);
  const [method, path] = name.split(" ");
  if (type === undefined || name in withoutExample) continue;
  const candidates = answers.get(name).filter((a) => a.type === type).map((a) => a.body);
  if (type !== "application/json") {
    const text = kept[name] ?? textOf(candidates[0] ?? "");
    if (text !== "") examples[name] = text;
    continue;
  }
  const valid = (value) => validator(operation, method, path, 200)(value);
  examples[name] = kept[name] && valid(kept[name]) ? kept[name] : best(candidates, valid);
}
writeFileSync(exampleFile, `${JSON.stringify(examples, null, 1)}\n`);
console.log(`${Object.keys(examples).length} examples`);
