type Members = Readonly<Record<string, unknown>>;

const HOUR = 3_600;

/**
 * Returns the fault of a client's signed request beyond the engine's own checks (Financial-grade API: CIBA Profile,
 * 5.2.2): a request must be recent, and expire within an hour.
 */
export function requestFault({ iat, nbf, exp, jti }: Members, { alg }: Members): string | undefined {
  const now = Date.now() / 1000;
  if (alg !== 'ES256' && alg !== 'PS256') return 'the request must be signed with ES256 or PS256';
  if ([iat, nbf, exp].some((time) => typeof time !== 'number') || typeof jti !== 'string')
    return 'the request must have iat, nbf, exp and jti';
  if (jti.length > 255) return 'jti is longer than 255 characters';
  if (Number(nbf) < now - HOUR) return 'nbf is more than an hour ago';
  return Number(exp) > Number(nbf) + HOUR ? 'exp is more than an hour after nbf' : undefined;
}
