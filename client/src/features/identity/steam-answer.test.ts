import { expect, it } from "vitest";
import { answerOf } from "./steam-answer.ts";

it("takes the known fields, decoded", () => {
  expect(answerOf("?state=abc&type=0&openid.mode=id_res&openid.sig=a%2Bb%3D&evil=1")).toEqual({
    state: "abc",
    "openid.mode": "id_res",
    "openid.sig": "a+b=",
  });
});

it("leaves out what stands twice", () => {
  expect(answerOf("?state=abc&openid.claimed_id=1&openid.claimed_id=2")).toEqual({ state: "abc" });
});
