const SECRETS =
  /^(?:access_token|refresh_token|id_token|code|code_verifier|code_challenge|state|nonce|password|new_password|login|activation_code|csrf|token|proof|auth_req_id)$/;
const HIDDEN = '…';
/**
 * Values that are shown although their member has a secret's name: a `code` may be a reason code, and a `state` the
 * country that issued a document. No secret matches these patterns.
 */
const HARMLESS = { code: /^[a-z]+(?:[_/-][a-z]+)+$/, state: /^[A-Z]{2}$/ };

/** Replaces the values of secrets; their names stay. */
function redacted(value) {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isSecret(name, member) ? HIDDEN : redacted(member)]),
  );
}

const isSecret = (name, value) => SECRETS.test(name) && typeof value === 'string' && !HARMLESS[name]?.test(value);

export const withoutSecrets = (url) =>
  String(url).replace(/([?&](?:token|code|state|nonce|code_challenge)=)[^&#]+/g, `$1${HIDDEN}`);

export const title = (text) => console.log(`\n── ${text}`);
export const say = (text) => console.log(`   ${text}`);

/** Prints a request and its answer. */
export function show({ who, method, what, status, why = '', sent, got }) {
  console.log(
    `\n   ${who.padEnd(8)}${`${method ?? ''} ${withoutSecrets(what)}`.trim()}${status ? ` → ${status}` : ''}${why && `   ${why}`}`,
  );
  for (const [mark, value] of [
    ['>', sent],
    ['<', got],
  ]) {
    if (value === undefined || value === '') continue;
    const text = typeof value === 'string' ? value : JSON.stringify(redacted(value), null, 2);
    console.log(
      text
        .split('\n')
        .map((line) => `     ${mark} ${line}`)
        .join('\n'),
    );
  }
}
