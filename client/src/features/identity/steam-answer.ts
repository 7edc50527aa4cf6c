/** The provider's answer as it stands in the address. */
const FIELDS = [
  "ns",
  "mode",
  "op_endpoint",
  "claimed_id",
  "identity",
  "return_to",
  "response_nonce",
  "assoc_handle",
  "signed",
  "sig",
] as const;

/**
 * The fields that the server knows, each once; a field that stands twice is left out, so that the server refuses the
 * answer.
 */
export function answerOf(search: string): Readonly<Record<string, string>> {
  const query = new URLSearchParams(search);
  const answer: Record<string, string> = {};
  for (const name of ["state", ...FIELDS.map((field) => `openid.${field}`)]) {
    const [value, ...more] = query.getAll(name);
    if (value !== undefined && more.length === 0) answer[name] = value;
  }
  return answer;
}
