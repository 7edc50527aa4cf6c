/**
 * What channels.mjs and its test share: how texts that the tests of server/ws saw are held to the AsyncAPI document.
 */
import { Ajv } from "ajv";
import { violationsOf } from "./answers.mjs";

/** A reference's last word. */
const nameIn = ({ $ref }) => $ref.split("/").at(-1);

/**
 * Checks texts ({channel, action, test, text}) against a document whose operations are named "send-drop". Every text
 * has to be exactly one message of its operation, and every message of every operation has to be there.
 */
export function heldTo(document, texts) {
  // AsyncAPI 3 speaks JSON Schema draft 7, as this class does; strict is about a document that is all schema.
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.addSchema(document, "document");
  const validators = new Map(
    Object.keys(document.components.messages).map((name) => [
      name,
      ajv.compile({ $ref: `document#/components/messages/${name}/payload` }),
    ]),
  );
  const seen = new Set();
  const wrong = new Set();

  /** Why a text is not a message; undefined where it is one. */
  function against(name, text) {
    let value = text;
    if (document.components.messages[name].contentType === "application/json")
      try {
        value = JSON.parse(text);
      } catch {
        return "no JSON";
      }
    const validate = validators.get(name);
    return validate(value) ? undefined : violationsOf(validate.errors).join("; ");
  }

  for (const { channel, action, test, text } of texts) {
    const id = `${action}-${channel}`;
    const operation = document.operations[id];
    if (operation === undefined) {
      wrong.add(`${id}: no such operation (${test})`);
      continue;
    }
    const found = operation.messages.map((m) => [nameIn(m), against(nameIn(m), text)]);
    const fits = found.filter(([, violations]) => violations === undefined).map(([name]) => name);
    for (const name of fits) seen.add(`${id} ${name}`);
    if (fits.length === 1) continue;
    const why = fits.length > 1 ? `is all of ${fits.join(", ")}` : found.map(([n, v]) => `no ${n}: ${v}`).join("\n  ");
    wrong.add(`${id}: ${text.slice(0, 200)} (${test})\n  ${why}`);
  }
  const all = Object.entries(document.operations).flatMap(([id, o]) => o.messages.map((m) => `${id} ${nameIn(m)}`));
  return { wrong: [...wrong], unseen: all.filter((name) => !seen.has(name)), seen: seen.size, all: all.length };
}
