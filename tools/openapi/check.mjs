/**
 * node check.mjs ANSWERS [PATH]: holds every recorded answer to the OpenAPI document. Fails for an answer that its
 * schema refuses or that has none, a status, media type or number that its operation does not tell, an operation that
 * no test has seen succeed, and one without security or a right example. With a path, it does so for the operations
 * whose path begins with it.
 */
import {
  answersIn,
  checker,
  documentText,
  exampleTypes,
  operationsOf,
  violationsOf,
  withoutExample,
} from "./answers.mjs";

/** Fewer recorded successes than this are not the tests of the whole server. */
const successesMin = 1500;

const document = JSON.parse(documentText());
const below = process.argv[3] ?? "/";
const operations = new Map([...operationsOf(document)].filter(([name]) => name.split(" ")[1].startsWith(below)));
const validator = checker(document);
const succeeded = new Set();
const violations = new Map(); // text → how often
let count = 0;
let successes = 0;
let bad = 0;

function violationsIn(answer) {
  const operation = operations.get(answer.operation);
  if (operation === undefined) return ["no such operation"];
  const response = operation.responses[answer.status];
  if (response === undefined) return [`status ${answer.status} is not told: ${answer.body.slice(0, 120)}`];
  if (answer.status < 300) succeeded.add(answer.operation);
  if (response.content?.[answer.type] === undefined)
    return [`media type ${answer.type} of ${answer.status} is not told`];
  if (answer.type !== "application/json") return [];
  const [method, path] = answer.operation.split(" ");
  const validate = validator(operation, method, path, answer.status);
  if (!validate) return [`the JSON of ${answer.status} has no schema`];
  return validate(JSON.parse(answer.body)) ? [] : violationsOf(validate.errors).map((f) => `${answer.status} ${f}`);
}

for (const answer of answersIn(process.argv[2])) {
  if (below !== "/" && !answer.operation.split(" ")[1]?.startsWith(below)) continue;
  count++;
  if (answer.status === 200) successes++;
  const found = violationsIn(answer);
  if (found.length > 0) bad++;
  for (const text of new Set(found.map((f) => f.replace(/\/\d+(?=\/|\s)/g, "/*")))) {
    const line = `${answer.operation}: ${text}`;
    const known = violations.get(line);
    if (known) known.times++;
    else violations.set(line, { times: 1, test: answer.test });
  }
}
/**
 * What is wrong with an operation itself: its security is not told, or its example is missing or not what it answers.
 */
function violationsOfOperation([name, operation]) {
  const out = [];
  if (!Array.isArray(operation.security)) out.push(`${name}: security is not told`);
  const { content } = operation.responses[200];
  const type = exampleTypes.find((t) => content[t]);
  const example = content[type]?.example;
  if (name in withoutExample) {
    if (example !== undefined) out.push(`${name} has an example, and a reason for none: ${withoutExample[name]}`);
    return out;
  }
  if (example === undefined) out.push(`${name}: no example: make examples, or a reason in withoutExample`);
  else if (type === "application/json") {
    const [method, path] = name.split(" ");
    const validate = validator(operation, method, path, 200);
    if (!validate(content[type].example))
      out.push(...violationsOf(validate.errors).map((f) => `${name}: example ${f}`));
  }
  return out;
}
const wrong = [...operations].flatMap(violationsOfOperation);
if (below === "/")
  for (const name of Object.keys(withoutExample))
    if (!operations.has(name)) wrong.push(`withoutExample has ${name}, which is no operation`);
for (const line of wrong) console.error(line);
const unseen = [...operations.keys()].filter((name) => !succeeded.has(name));
for (const [line, { times, test }] of [...violations].sort()) console.error(`${line} [${times} ×, first in ${test}]`);
for (const name of unseen) console.error(`${name}: no test has seen it succeed`);
console.log(
  `${count} recorded answers, ${successes} of them successes, over ${succeeded.size} of ${operations.size} operations: ${bad} break the document`,
);
const few = below === "/" && successes < successesMin;
if (few) console.error(`fewer than ${successesMin} successes: not every test ran`);
process.exit(bad > 0 || wrong.length > 0 || unseen.length > 0 || operations.size === 0 || few ? 1 : 0);
