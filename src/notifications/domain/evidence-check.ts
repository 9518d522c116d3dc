import { base64urlOf, type CompactJws, type FlatJson, hasOnly, parseCompactJws } from './compact-jws.js';
import { RECEIPT_TYPE, type EvidenceKey } from './evidence.js';

/** What evidence says, once it is known to be true. */
export interface EvidenceFacts {
  readonly response: string;
  readonly notificationUuid: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly receivedAt: string;
}

export type EvidenceReport =
  | { readonly valid: true; readonly facts: EvidenceFacts }
  | { readonly valid: false; readonly problems: readonly string[] };

/** The text of RFC 8785. The server and the page each have the same library for it. */
export type Canonical = (value: unknown) => string;

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** A device's clock may be wrong by so much. */
const WINDOW_MS = 300_000;
const STATEMENT = ['notification_uuid', 'content_digest', 'response', 'iat', 'nonce'];

/**
 * Verifies evidence with the published keys and nothing else, offline. Runs in browsers too: the page and the command are
 * this function.
 */
export async function checkEvidence(text: string, keys: unknown, canonical: Canonical): Promise<EvidenceReport> {
  const evidence = evidenceIn(text);
  if (typeof evidence === 'string') return { valid: false, problems: [evidence] };
  const statement = parseCompactJws(evidence.statement);
  const receipt = parseCompactJws(evidence.receipt);
  if (!statement || !receipt) return { valid: false, problems: malformed(statement, receipt) };
  const check = new Check(evidence, statement, receipt, canonical);
  const problems = [...(await check.statement()), ...(await check.receipt(keysIn(keys)))];
  return problems.length > 0 ? { valid: false, problems } : { valid: true, facts: check.facts };
}

const malformed = (statement: CompactJws | undefined, receipt: CompactJws | undefined): string[] => [
  ...(statement ? [] : ['statement: it is not a compact JWS of the documented form']),
  ...(receipt ? [] : ['receipt: it is not a compact JWS of the documented form']),
];

interface Parsed {
  readonly statement: string;
  readonly receipt: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly device: Readonly<Record<string, unknown>>;
}

class Check {
  constructor(
    private readonly evidence: Parsed,
    private readonly said: CompactJws,
    private readonly received: CompactJws,
    private readonly canonical: Canonical,
  ) {}

  get facts(): EvidenceFacts {
    const { response, notification_uuid: notificationUuid } = this.said.payload;
    const { user_id: userId, device_id: deviceId } = this.evidence.device;
    const receivedAt = this.received.payload['received_at'];
    return {
      response: String(response),
      notificationUuid: String(notificationUuid),
      userId: String(userId),
      deviceId: String(deviceId),
      receivedAt: String(receivedAt),
    };
  }

  async statement(): Promise<string[]> {
    const { header, payload } = this.said;
    const { content, device } = this.evidence;
    if (!hasOnly(payload, STATEMENT)) return ['statement: it does not have the documented members, and no others'];
    return found([
      [isES256(header, ['kid'], ['typ']), 'statement: its header is not that of a statement (ES256)'],
      [header['kid'] === device['device_id'], 'statement: it names another device than device.device_id'],
      [
        payload['content_digest'] === (await digestOf(this.canonical(content))),
        'content: it is not what the statement was made about (content_digest differs)',
      ],
      [isOffered(payload['response'], content), 'content: the response is none of its actions'],
      [
        await isSigned(this.said, device['public_key']),
        'statement: it is not signed with the key in device.public_key, or it was altered',
      ],
    ]);
  }

  async receipt(keys: readonly EvidenceKey[]): Promise<string[]> {
    const { header, payload } = this.received;
    const { statement, content, device } = this.evidence;
    if (!hasOnly(payload, ['evidence_digest', 'received_at'])) {
      return ['receipt: it does not have the documented members, and no others'];
    }
    const key = keys.find(({ kid }) => kid === header['kid']);
    if (!key) return [`receipt: no published key has the id ${JSON.stringify(header['kid'] ?? null)}`];
    const at = payload['received_at'];
    return found([
      [
        isES256(header, ['kid', 'typ']) && header['typ'] === RECEIPT_TYPE,
        'receipt: its header is not that of a receipt',
      ],
      [await isSigned(this.received, key), 'receipt: it is not signed with the published key, or it was altered'],
      [
        payload['evidence_digest'] === (await digestOf(this.canonical({ statement, content, device }))),
        'statement, content or device: not what the receipt was given for (evidence_digest differs)',
      ],
      [typeof at === 'string' && isWithin(at, key), 'receipt: its key did not sign at the time of received_at'],
      [
        typeof at === 'string' && Math.abs(Date.parse(at) - Number(this.said.payload['iat']) * 1000) <= WINDOW_MS,
        'statement: it was made more than five minutes before or after it was received',
      ],
    ]);
  }
}

const found = (checks: readonly (readonly [holds: boolean, otherwise: string])[]): string[] =>
  checks.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise]));

/** Why it is no evidence, or its parts. */
function evidenceIn(text: string): Parsed | string {
  const value = parsed(text);
  if (!isObject(value)) return 'The file is not a JSON object';
  if (!hasOnly(value, ['statement', 'content', 'device', 'receipt'])) {
    return 'The file does not have exactly the members statement, content, device and receipt';
  }
  const { statement, content, device, receipt } = value;
  if (typeof statement !== 'string') return 'statement: it is not text';
  if (typeof receipt !== 'string') return 'receipt: it is not text';
  if (!isObject(content) || !Array.isArray(content['actions']) || !Array.isArray(content['body'])) {
    return 'content: it does not have the lists actions and body';
  }
  if (!isObject(device) || !isObject(device['public_key'])) return 'device: it has no public_key';
  return { statement, content, device, receipt };
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function keysIn(published: unknown): EvidenceKey[] {
  const keys: unknown = isObject(published) ? published['keys'] : undefined;
  return Array.isArray(keys) ? keys.filter((key): key is EvidenceKey => isObject(key) && 'kid' in key) : [];
}

function isES256({ alg, ...rest }: FlatJson, needed: readonly string[], optional: readonly string[] = []): boolean {
  return alg === 'ES256' && hasOnly(rest, [...needed, ...optional.filter((name) => name in rest)]);
}

const isOffered = (response: unknown, content: Parsed['content']): boolean =>
  (content['actions'] as readonly unknown[]).some((one) => isObject(one) && one['action'] === response);

const isWithin = (at: string, { created_at: from, retired_at: until }: EvidenceKey): boolean =>
  TIME.test(at) && (from === undefined || at >= from) && (until === undefined || at <= until);

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return base64urlOf(bytes);
}

async function isSigned({ signed, signature }: CompactJws, key: unknown): Promise<boolean> {
  if (!isObject(key)) return false;
  const [kty, crv, x, y] = [key['kty'], key['crv'], key['x'], key['y']].map(String);
  try {
    const curve = { name: 'ECDSA', namedCurve: 'P-256' };
    const imported = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, ['verify']);
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, signature, signed);
  } catch {
    return false; // no key of P-256
  }
}
