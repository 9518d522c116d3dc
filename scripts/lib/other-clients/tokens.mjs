/** The payload of a JWT; `undefined` for an opaque token. */
export function payloadOf(token) {
  const [, payload] = token.split('.');
  return payload && JSON.parse(Buffer.from(payload, 'base64url'));
}
