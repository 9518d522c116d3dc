import { type CompactJws, type FlatJson, hasOnly, parseCompactJws, type Signed } from './compact-jws.js';

/** A device's statement about one notification, parsed but not yet judged. */
export interface Statement extends Signed {
  readonly jws: string;
  readonly deviceId: string;
  readonly notificationUuid: string;
  readonly contentDigest: string;
  readonly response: string;
  /** Whole seconds since 1970. */
  readonly issuedAt: number;
}

/** The device's clock may be fast or slow by so much. */
export const STATEMENT_WINDOW_SECONDS = 300;

const MEMBERS = ['notification_uuid', 'content_digest', 'response', 'iat', 'nonce'];
export const hasStatementMembers = (payload: FlatJson): boolean => hasOnly(payload, MEMBERS);

const NONCE = /^[!-~]{1,255}$/;

/** Undefined for anything but a statement of exactly the documented form, signed with ES256 by whichever key. */
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

/** RFC 7515, 4.1.11: what we do not understand we must not pass over, so no other member may be there. */
const isHeader = ({ alg, ...rest }: CompactJws['header']): boolean =>
  alg === 'ES256' && hasOnly(rest, 'typ' in rest ? ['kid', 'typ'] : ['kid']);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const isFresh = ({ issuedAt }: Statement, now: Date): boolean =>
  Math.abs(now.getTime() / 1000 - issuedAt) <= STATEMENT_WINDOW_SECONDS;
