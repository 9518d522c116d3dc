import { type CompactJws, type FlatJson, hasOnly, parseCompactJws, type Signed } from './compact-jws.js';

/** A device's statement about one notification: parsed, but not verified. */
export interface Statement extends Signed {
  readonly jws: string;
  readonly deviceId: string;
  readonly notificationUuid: string;
  readonly contentDigest: string;
  readonly response: string;
  /** When the device made the statement, in seconds since 1970. */
  readonly issuedAt: number;
}

/** The tolerated difference between the clocks of device and service. */
export const STATEMENT_WINDOW_SECONDS = 300;

const MEMBERS = ['notification_uuid', 'content_digest', 'response', 'iat', 'nonce'];
export const hasStatementMembers = (payload: FlatJson): boolean => hasOnly(payload, MEMBERS);

const NONCE = /^[!-~]{1,255}$/;

/**
 * Parses a statement in exactly the documented form and with the algorithm ES256, or returns undefined. The signature
 * is not verified.
 */
export function parseStatement(jws: string): Statement | undefined {
  const parsed = parseCompactJws(jws);
  if (!parsed || !isHeader(parsed.header) || !hasStatementMembers(parsed.payload)) return undefined;
  const { notification_uuid: notificationUuid, content_digest: contentDigest, response, iat, nonce } = parsed.payload;
  const { kid: deviceId } = parsed.header;
  const { signed, signature } = parsed;
  if (!isText(deviceId) || !isText(notificationUuid) || !isText(contentDigest) || !isText(response)) return undefined;
  if (typeof iat !== 'number' || !Number.isSafeInteger(iat) || !isText(nonce) || !NONCE.test(nonce)) return undefined;
  return { jws, signed, signature, deviceId, notificationUuid, contentDigest, response, issuedAt: iat };
}

/**
 * Unknown header members are refused: a verifier must not ignore those that it does not understand (RFC 7515, 4.1.11).
 */
const isHeader = ({ alg, ...rest }: CompactJws['header']): boolean =>
  alg === 'ES256' && hasOnly(rest, 'typ' in rest ? ['kid', 'typ'] : ['kid']);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const isFresh = ({ issuedAt }: Statement, now: Date): boolean =>
  Math.abs(now.getTime() / 1000 - issuedAt) <= STATEMENT_WINDOW_SECONDS;
