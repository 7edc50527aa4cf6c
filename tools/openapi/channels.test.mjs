/** Planted violations: what channels.mjs is there for is found. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { root } from "./answers.mjs";
import { heldTo } from "./asyncapi.mjs";

const document = JSON.parse(readFileSync(`${root}docs/asyncapi.json`, "utf8"));
const said = (text, channel = "wish", action = "send") => ({ channel, action, test: "a test", text });
const welcome = { msgType: "welcome", playerId: "", serverTimeMs: 1 };

test("a text that its channel describes is seen there, and nowhere else", () => {
  const held = heldTo(document, [
    said(JSON.stringify(welcome)),
    said("heart check"),
    said("heart check", "wish", "receive"),
    said('{"token":"x"}', "drop", "receive"),
  ]);
  assert.deepEqual(held.wrong, []);
  for (const name of ["send-wish welcome", "send-wish heart", "receive-wish heart", "receive-drop token"])
    assert.ok(!held.unseen.includes(name), name);
  for (const name of ["send-drop welcome", "send-wish wish", "receive-drop heart"])
    assert.ok(held.unseen.includes(name), name);
  assert.equal(held.seen + held.unseen.length, held.all);
});

test("a text that its channel does not describe is named, with its test and the field", () => {
  for (const [text, told] of [
    [said(JSON.stringify({ ...welcome, extra: 1 })), "extra"],
    [said(JSON.stringify({ ...welcome, serverTimeMs: "1" })), "/serverTimeMs must be integer"],
    [said(JSON.stringify({ msgType: 9 })), "/msgType"],
    [said("{"), "no JSON"],
    [said("heart"), "must be equal to constant"],
    [said(JSON.stringify(welcome), "dice"), "no such operation"],
    [said("{}", "drop", "receive"), "token"],
  ]) {
    const { wrong } = heldTo(document, [text]);
    assert.equal(wrong.length, 1, text.text);
    assert.ok(wrong[0].includes(told) && wrong[0].includes("a test"), wrong[0]);
  }
});

test("without a recorded text every message is missing by name", () => {
  const { unseen, all } = heldTo(document, []);
  assert.equal(unseen.length, all);
  assert.ok(unseen.includes("send-drop props"));
});
