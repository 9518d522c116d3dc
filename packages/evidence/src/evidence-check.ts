import { type AttestationFacts, attestationOf } from './attestation-facts.js';
import { committed, endWith, isWhatTheTemplateMakes } from './approved-request.js';
import { canonicalJson, NotJson } from './canonical-json.js';
import { base64urlOf, type CompactJws, type FlatJson, hasOnly, parseCompactJws } from './compact-jws.js';
import { type EvidenceCrypto, webCrypto } from './evidence-crypto.js';
import type { EvidenceProblem, ProblemCode } from './evidence-problems.js';
import { RECEIPT_TYPE, type EvidenceKey } from './evidence.js';
import type { JsonObject, JsonValue } from './json.js';
import { hasStatementMembers, STATEMENT_WINDOW_SECONDS } from './statement.js';
import { namesAreUnique } from './unique-names.js';
import { isObject, textIn } from './values.js';

/** The content of evidence that was verified. */
export interface EvidenceFacts {
  readonly response: string;
  readonly notificationUuid: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly registeredAt: string;
  /** The time of the signature, by the device's clock. All times are ISO 8601, UTC. */
  readonly signedAt: string;
  /** The time when the service received the answer, by its own clock. */
  readonly receivedAt: string;
  /** The id of the service's key that signed the receipt. */
  readonly keyId: string;
  /** The question: the texts for the user, and the answers that were offered. */
  readonly asked: readonly Asked[];
  readonly offered: readonly Offered[];
  /** The client's request for the user's approval, if the question came from one. */
  readonly request?: JsonObject;
  /** How the service judged the manufacturer's attestation of the device's key, if there is one. */
  readonly attestation?: AttestationFacts;
}

export interface Asked {
  readonly language: string;
  readonly subject: string;
  readonly message: string;
}

export interface Offered {
  readonly label: string;
  readonly action: string;
}

export type EvidenceReport =
  | { readonly valid: true; readonly facts: EvidenceFacts }
  | { readonly valid: false; readonly problems: readonly EvidenceProblem[] };

/** The maximum size in bytes. The content of a notification is below 1 MiB. */
export const LONGEST_EVIDENCE = 2_097_152;
/** The maximum depth of the JSON. Real content has four levels, and very deep JSON would exhaust the stack. */
const DEEPEST = 20;

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const WINDOW_MS = STATEMENT_WINDOW_SECONDS * 1000;

/**
 * Verifies evidence offline, with nothing but the published keys. It also runs in browsers, and both the web page and
 * the command use it. In Node, `node-crypto.ts` takes a quarter of the time.
 */
export async function checkEvidence(
  text: string,
  keys: unknown,
  crypto: EvidenceCrypto = webCrypto,
): Promise<EvidenceReport> {
  demandText(text);
  const evidence = evidenceIn(text);
  if (typeof evidence === 'string') return { valid: false, problems: [{ code: evidence }] };
  const statement = parseCompactJws(evidence.statement);
  const receipt = parseCompactJws(evidence.receipt);
  if (!statement || !receipt) return { valid: false, problems: malformed(statement, receipt) };
  const check = new Check(evidence, statement, receipt, crypto);
  const problems = [...(await check.statement()), ...(await check.request()), ...(await check.receipt(keysIn(keys)))];
  return problems.length > 0 ? { valid: false, problems } : { valid: true, facts: check.facts };
}

/** Refuses parsed objects, which untyped callers may pass: parsing hides duplicate member names. */
function demandText(evidence: unknown): asserts evidence is string {
  if (typeof evidence !== 'string') throw new TypeError('Give the evidence as its text, not what was parsed of it.');
}

const malformed = (statement: CompactJws | undefined, receipt: CompactJws | undefined): EvidenceProblem[] =>
  found([
    [statement !== undefined, 'statementForm'],
    [receipt !== undefined, 'receiptForm'],
  ]);

interface Parsed {
  readonly statement: string;
  readonly receipt: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly device: Readonly<Record<string, unknown>>;
  readonly request?: JsonObject;
}

class Check {
  constructor(
    private readonly evidence: Parsed,
    private readonly said: CompactJws,
    private readonly received: CompactJws,
    private readonly crypto: EvidenceCrypto,
  ) {}

  get facts(): EvidenceFacts {
    const { response, notification_uuid: notificationUuid, iat } = this.said.payload;
    const { user_id: userId, device_id: deviceId, registered_at: registeredAt } = this.evidence.device;
    const { body, actions } = this.evidence.content;
    return {
      response: String(response),
      notificationUuid: String(notificationUuid),
      userId: String(userId),
      deviceId: String(deviceId),
      registeredAt: String(registeredAt),
      signedAt: new Date(Number(iat) * 1000).toISOString(),
      receivedAt: String(this.received.payload['received_at']),
      keyId: String(this.received.header['kid']),
      asked: membersOf(body, (text) => ({ language: text('lng'), subject: text('subject'), message: text('message') })),
      offered: membersOf(actions, (text) => ({ label: text('label'), action: text('action') })),
      ...(this.evidence.request && { request: committed(this.evidence.request) }),
      ...attestationOf(this.evidence.device['attestation']),
    };
  }

  async statement(): Promise<EvidenceProblem[]> {
    const { header, payload } = this.said;
    const { content, device } = this.evidence;
    if (!hasStatementMembers(payload)) return [{ code: 'statementMembers' }];
    return found([
      [isES256(header, ['kid'], ['typ']), 'statementHeader'],
      [header['kid'] === device['device_id'], 'statementDevice'],
      [payload['content_digest'] === (await this.#digestOf(content)), 'contentDiffers'],
      [isOffered(payload['response'], content), 'notOffered'],
      [await this.#isSigned(this.said, device['public_key']), 'statementSignature'],
    ]);
  }

  /** Checks that the answer commits to the request, and that the shown text results from the request's template. */
  async request(): Promise<EvidenceProblem[]> {
    const { request, content } = this.evidence;
    if (!request) return [];
    const ending = `.${await this.#digestOf(committed(request))}`;
    const template = request['template'];
    return found([
      [endWith(ending, content['actions']), 'requestDiffers'],
      [isObject(template) && template['digest'] === (await this.#digestOf(request['texts'])), 'templateDiffers'],
      [isWhatTheTemplateMakes(content['body'], request), 'textDiffers'],
    ]);
  }

  async receipt(keys: readonly EvidenceKey[]): Promise<EvidenceProblem[]> {
    const { header, payload } = this.received;
    const { statement, content, device, request } = this.evidence;
    const basis = { statement, content, device, ...(request && { request }) };
    if (!hasOnly(payload, ['evidence_digest', 'received_at'])) {
      return [{ code: 'receiptMembers' }];
    }
    const key = keys.find(({ kid }) => kid === header['kid']);
    if (!key) return [{ code: 'unknownKey', key: JSON.stringify(header['kid'] ?? null) }];
    const at = payload['received_at'];
    return found([
      [isES256(header, ['kid', 'typ']) && header['typ'] === RECEIPT_TYPE, 'receiptHeader'],
      [await this.#isSigned(this.received, key), 'receiptSignature'],
      [payload['evidence_digest'] === (await this.#digestOf(basis)), 'receiptDiffers'],
      [typeof at === 'string' && isWithin(at, key), 'keyNotInUse'],
      [
        typeof at === 'string' && Math.abs(Date.parse(at) - Number(this.said.payload['iat']) * 1000) <= WINDOW_MS,
        'statementTime',
      ],
    ]);
  }

  async #digestOf(value: unknown): Promise<string | undefined> {
    const text = canonicalOf(value);
    return text === undefined ? undefined : base64urlOf(await this.crypto.sha256(new TextEncoder().encode(text)));
  }

  async #isSigned(jws: CompactJws, key: unknown): Promise<boolean> {
    return isObject(key) && (await this.crypto.isSigned(jws, key));
  }
}

const found = (checks: readonly (readonly [holds: boolean, otherwise: ProblemCode])[]): EvidenceProblem[] =>
  checks.flatMap(([holds, code]) => (holds ? [] : [{ code }]));

/** Reads a list of the content. The service's receipt covers it, but its types are not guaranteed. */
const membersOf = <T>(list: unknown, read: (text: (name: string) => string) => T): T[] =>
  (list as readonly unknown[]).filter(isObject).map((member) => read((name) => textIn(member[name])));

/** The parts of the evidence, or the reason why it is not evidence. */
function evidenceIn(text: string): Parsed | ProblemCode {
  if (text.length > LONGEST_EVIDENCE) return 'tooLarge';
  const value = parsed(text);
  if (!isObject(value)) return 'notJson';
  if (!isSound(value)) return 'unsound';
  if (!namesAreUnique(text)) return 'namesRepeated';
  const members = ['statement', 'content', 'device', 'receipt', ...('request' in value ? ['request'] : [])];
  if (!hasOnly(value, members)) return 'members';
  const { statement, content, device, receipt, request } = value;
  if (typeof statement !== 'string') return 'statementForm';
  if (typeof receipt !== 'string') return 'receiptForm';
  if (!isObject(content) || !Array.isArray(content['actions']) || !Array.isArray(content['body'])) {
    return 'contentForm';
  }
  if (!isObject(device) || !isObject(device['public_key'])) return 'deviceForm';
  if (request === undefined) return { statement, content, device, receipt };
  if (!isObject(request) || !isObject(request['texts'])) return 'requestForm';
  return { statement, content, device, receipt, request: request as JsonObject };
}

/** Parses JSON. Returns undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether all parsers read the value alike: it is not too deep, and contains no lone surrogates. */
function isSound(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEEPEST && Object.entries(value).every(([name, one]) => isSound(name) && isSound(one, depth + 1));
}

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

/** The canonical form. Undefined if there is none, as for a number beyond a double, which nobody can have signed. */
function canonicalOf(value: unknown): string | undefined {
  try {
    return canonicalJson(value as JsonValue);
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}
