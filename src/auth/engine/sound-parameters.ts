import { errors, type KoaContextWithOIDC } from 'oidc-provider';

const LONGEST = 1_024;
const LONGER: Readonly<Record<string, number>> = {
  state: 4_096,
  redirect_uri: 2_048,
  resource: 2_048,
  id_token_hint: 8_192,
};

// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\0-\x1f\x7f]/;

/** Of all parameters together: a stranger's request is stored while its user signs in. */
const LONGEST_TOGETHER = 8_192;

/** What an authorization request says is kept, shown and sent back: all of it is text, and of a length to be expected. */
export function demandSoundParameters({ oidc: { params } }: KoaContextWithOIDC): void {
  refuseUnsound(params ?? {});
  const together = Object.values(params ?? {})
    .flat()
    .join('').length;
  if (together > LONGEST_TOGETHER)
    throw new errors.InvalidRequest(`the request is longer than ${LONGEST_TOGETHER} characters`);
}

export function refuseUnsound(params: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(params)) {
    const longest = LONGER[name] ?? LONGEST;
    for (const text of [value].flat()) {
      if (typeof text !== 'string') continue;
      if (text.length > longest) throw new errors.InvalidRequest(`${name} is longer than ${longest} characters`);
      if (CONTROL.test(text)) throw new errors.InvalidRequest(`${name} contains control characters`);
    }
  }
}
