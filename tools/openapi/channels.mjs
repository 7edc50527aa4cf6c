/**
 * node channels.mjs TEXTS: holds every text that the tests of server/ws recorded to docs/asyncapi.json. Fails for one
 * that is no message of its channel, and for a message that no test has seen there.
 */
import { readFileSync } from "node:fs";
import { answersIn, root } from "./answers.mjs";
import { heldTo } from "./asyncapi.mjs";

const texts = answersIn(process.argv[2]);
const held = heldTo(JSON.parse(readFileSync(`${root}docs/asyncapi.json`, "utf8")), texts);
for (const line of held.wrong) console.error(line);
for (const name of held.unseen) console.error(`${name}: no test has seen it`);
console.log(
  `${texts.length} recorded texts, over ${held.seen} of ${held.all} messages of the channels: ${held.wrong.length} break the document`,
);
process.exit(held.wrong.length > 0 || held.unseen.length > 0 || held.all === 0 ? 1 : 0);
