/** What the login and register forms accept, word for word of product spec §5. Messages are i18n keys of "session". */
import * as v from "valibot";
import { limits } from "../../protocol/gen.ts";

/** Commas and spaces are stripped before anything is checked or sent. */
export const strip = (text: string): string => text.replace(/[,，\s]/g, "");

const stripped = v.pipe(v.string(), v.transform(strip));

/** Each box for itself, so that ticking it takes its message away. */
const ticked = (message: FormError) =>
  v.pipe(
    v.boolean(),
    v.check((on) => on, message),
  );

export type FormError =
  | "account"
  | "registerPasswordEmpty"
  | "registerPassword"
  | "registerPasswordCommon"
  | "loginPasswordEmpty"
  | "loginPassword"
  | "registerAgree"
  | "loginAgree";

const say = (key: FormError): FormError => key;

/** The form offers at most 16 characters (spec §5); the server stores longer ones of other clients. */
export const PASSWORD_MAX = 16;

export const passwordHints = (password: string) => {
  const text = strip(password);
  const characters = [...text].length; // code points, as the server counts them
  return {
    length: characters >= limits.passwordLengthMin && characters <= PASSWORD_MAX,
    letter: /[A-Za-z]/.test(text),
    digit: /\d/.test(text),
  };
};

const isGoodPassword = (password: string) => Object.values(passwordHints(password)).every(Boolean);

export const RegisterForm = v.object({
  account: v.pipe(stripped, v.regex(/^[0-9A-Za-z]{6,13}$/, say("account"))),
  password: v.pipe(
    stripped,
    v.nonEmpty(say("registerPasswordEmpty")),
    v.check(isGoodPassword, say("registerPassword")),
  ),
  spreadCode: stripped,
  agreed: v.object({ terms: ticked("registerAgree"), hash: ticked("registerAgree") }),
});

const loginAgreed = v.object({
  warning: ticked("loginAgree"),
  age: ticked("loginAgree"),
  hash: ticked("loginAgree"),
});

export const LoginForm = v.object({
  account: v.pipe(stripped, v.nonEmpty(say("account"))),
  password: v.pipe(
    stripped,
    v.nonEmpty(say("loginPasswordEmpty")),
    v.minLength(limits.loginLengthMin, say("loginPassword")),
  ),
  agreed: loginAgreed,
});

/** Steam needs nothing but the boxes. */
export const SteamForm = v.object({ agreed: loginAgreed });

export type RegisterValues = v.InferInput<typeof RegisterForm>;
export type LoginValues = v.InferInput<typeof LoginForm>;
export type SteamValues = v.InferInput<typeof SteamForm>;
