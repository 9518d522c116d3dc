import canonicalize from 'canonicalize';
import type { EvidenceBasis } from '@countersign/evidence';

// Nothing of Node: the specs of the page are in a browser's world.

export const canonical = (value: unknown): string => canonicalize(value) ?? '';

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function digest(value: unknown): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(canonical(value)))));
}

const newKeys = async () =>
  (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])) as Pair;
interface Pair {
  readonly privateKey: Parameters<typeof crypto.subtle.sign>[1];
  readonly publicKey: Parameters<typeof crypto.subtle.sign>[1];
}

async function jwsOf(header: object, payload: object, { privateKey }: Pair): Promise<string> {
  const signed = [header, payload].map((part) => base64url(utf8(JSON.stringify(part)))).join('.');
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, utf8(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

async function publicJwk({ publicKey }: Pair) {
  const { kty = '', crv = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { kty, crv, x, y };
}

export const content = {
  actions: [
    { label: 'Approve', action: 'accept', authlevel: 0 },
    { label: 'Refuse', action: 'reject', authlevel: 0 },
  ],
  body: [
    { lng: 'de', subject: 'Überweisung', message: '90 € an Jón' },
    { lng: 'en', subject: 'Transfer', message: '90 € to Jón', label: { accept: 'Yes' } },
  ],
};
export const RECEIVED = '2026-06-01T12:00:00.000Z';

/** The template of a request, with each kind of member. */
const texts = {
  en: {
    subject: 'Pay {authorization_details.0.amount}?',
    message:
      '{authorization_details.0.count} times to {authorization_details.0.payee}: {authorization_details.0.at_once}\n{client_name}',
  },
};

interface ApprovalChanges {
  /** Members of the request, after the device has signed. */
  readonly request?: object;
  /** The text that the device has signed. */
  readonly message?: string;
}

type Signer = 'device' | 'service' | 'stranger';

export interface Changes {
  readonly statement?: object;
  readonly statementHeader?: object;
  readonly statementBy?: Signer;
  readonly basis?: Partial<EvidenceBasis>;
  readonly receipt?: object;
  readonly receiptHeader?: object;
  readonly receiptBy?: Signer;
}

/** Evidence as the service makes it, and whatever else a test makes of it. */
export class EvidenceSamples {
  private constructor(private readonly pairs: Readonly<Record<Signer, Pair>>) {}

  static async make(): Promise<EvidenceSamples> {
    const [device, service, stranger] = await Promise.all([newKeys(), newKeys(), newKeys()]);
    return new EvidenceSamples({ device, service, stranger });
  }

  async keys() {
    return { keys: [{ kid: 'evidence-1', ...(await this.jwk('service')), created_at: '2026-01-01T00:00:00.000Z' }] };
  }

  jwk(of: Signer) {
    return publicJwk(this.pairs[of]);
  }

  async device() {
    return { device_id: 'd-1', public_key: await this.jwk('device'), registered_at: RECEIVED, user_id: 'jane' };
  }

  async evidence(changes: Changes = {}) {
    const claims = {
      notification_uuid: 'n-1',
      content_digest: await digest(content),
      response: 'accept',
      iat: Date.parse(RECEIVED) / 1000 - 10,
      nonce: 'n',
      ...changes.statement,
    };
    const header = { alg: 'ES256', kid: 'd-1', ...changes.statementHeader };
    const basis = {
      statement: await jwsOf(header, claims, this.pairs[changes.statementBy ?? 'device']),
      content,
      device: await this.device(),
      ...changes.basis,
    };
    const receipt = await jwsOf(
      { alg: 'ES256', kid: 'evidence-1', typ: 'evidence-receipt+jwt', ...changes.receiptHeader },
      { evidence_digest: await digest(basis), received_at: RECEIVED, ...changes.receipt },
      this.pairs[changes.receiptBy ?? 'service'],
    );
    return { ...basis, receipt };
  }

  /** Evidence of a request that a program made. The service vouches for all that was changed. */
  async approval({ request: changed, message }: ApprovalChanges = {}) {
    const details = [{ type: 'payment', amount: '90 €', payee: 'Jón {client_id}', count: 3, at_once: true }];
    const template = { digest: await digest(texts), versions: { payment: 1 } };
    const request = { client_id: 'c-1', client_name: 'Shop', authorization_details: details, acr: 'a', template };
    const ending = await digest(request);
    const approved = {
      actions: [
        { label: 'Approve', action: `accept.${ending}`, authlevel: 0 },
        { label: 'Decline', action: `reject.${ending}`, authlevel: 0 },
        { label: 'Not me', action: 'fraud', authlevel: 0 },
      ],
      body: [{ lng: 'en', subject: 'Pay 90 €?', message: message ?? '3 times to Jón {client_id}: true\nShop' }],
    };
    const statement = { content_digest: await digest(approved), response: `accept.${ending}` };
    return this.evidence({
      statement,
      basis: { content: approved, request: { ...request, texts, ...changed } },
    });
  }

  /** Genuine evidence of another question. */
  async about(other: EvidenceBasis['content']) {
    return this.evidence({ statement: { content_digest: await digest(other) }, basis: { content: other } });
  }
}

type Made = (samples: EvidenceSamples) => unknown;

/** What is not evidence, or no longer, and how the first thing that is wrong with it begins. */
export const alterations: readonly (readonly [what: string, why: RegExp, made: Made])[] = [
  ['that is no JSON', /^The file is not a JSON object/, () => 'evidence'],
  ['that is a list', /^The file is not a JSON object/, () => []],
  ['that is empty', /^The file is not a JSON object/, () => ''],
  ['of many megabytes', /^The file is larger than 2 MiB/, () => ' '.repeat(3_000_000)],
  ['that is nested without end', /^The file is nested/, () => `${'{"a":'.repeat(9_000)}0${'}'.repeat(9_000)}`],
  ['that is opened without end', /^The file is not a JSON object/, () => '['.repeat(2_000_000)],
  ['with half a character', /^The file is nested/, () => '{"statement":"\\ud800"}'],
  [
    'with two contents',
    /^The file has a name twice/,
    async (it) => {
      const text = JSON.stringify(await it.evidence());
      return text.replace('"content":', '"content":{"actions":[],"body":[]},"content":');
    },
  ],
  [
    'with a text twice in its content, once written otherwise',
    /^The file has a name twice/,
    async (it) => JSON.stringify(await it.evidence()).replace('"body":', '"\\u0062ody": [],"body" :'),
  ],
  [
    'with a message twice',
    /^The file has a name twice/,
    async (it) => JSON.stringify(await it.evidence()).replace('"message":', '"message":"1 €","message":'),
  ],
  ['without a receipt', /^The file does not have/, async (it) => ({ ...(await it.evidence()), receipt: undefined })],
  ['with a member more', /^The file does not have/, async (it) => ({ ...(await it.evidence()), note: 'trust me' })],
  [
    'with a statement that is no text',
    /^statement: it is not a/,
    async (it) => ({ ...(await it.evidence()), statement: 1 }),
  ],
  [
    'with a statement in two lines',
    /^statement: it is not a/,
    async (it) => {
      const { statement, ...rest } = await it.evidence();
      return { statement: `${statement}\n`, ...rest };
    },
  ],
  [
    'without a list of actions',
    /^content: it does not have/,
    async (it) => ({ ...(await it.evidence()), content: { body: [] } }),
  ],
  ['without a key', /^device: it has no/, async (it) => ({ ...(await it.evidence()), device: { user_id: 'jane' } })],
  [
    'with other content',
    /^content: it is not what/,
    async (it) => ({
      ...(await it.evidence()),
      content: { ...content, actions: content.actions.slice(0, 1) },
    }),
  ],
  [
    'with its languages in another order',
    /^content: it is not what/,
    async (it) => ({
      ...(await it.evidence()),
      content: { ...content, body: [...content.body].reverse() },
    }),
  ],
  [
    'with more content',
    /^content: it is not what/,
    async (it) => ({
      ...(await it.evidence()),
      content: { ...content, more: 1 },
    }),
  ],
  ['of another key', /^statement: it is not signed/, (it) => it.evidence({ statementBy: 'stranger' })],
  [
    'with another public key',
    /^statement: it is not signed/,
    async (it) => it.evidence({ basis: { device: { ...(await it.device()), public_key: await it.jwk('stranger') } } }),
  ],
  [
    'with a public key of another kind',
    /^statement: it is not signed/,
    async (it) =>
      it.evidence({
        basis: { device: { ...(await it.device()), public_key: { ...(await it.jwk('device')), crv: 'P-384' } } },
      }),
  ],
  [
    'of another device',
    /^statement: it names another device/,
    (it) => it.evidence({ statementHeader: { kid: 'd-2' } }),
  ],
  ['by another algorithm', /^statement: its header/, (it) => it.evidence({ statementHeader: { alg: 'none' } })],
  [
    'with a key in its header',
    /^statement: its header/,
    (it) => it.evidence({ statementHeader: { jku: 'https://evil.example' } }),
  ],
  ['with a statement of more', /^statement: it does not have/, (it) => it.evidence({ statement: { more: 1 } })],
  [
    'with an answer that was not offered',
    /not one of its actions/,
    (it) => it.evidence({ statement: { response: 'fraud' } }),
  ],
  [
    'with a statement from another time',
    /more than five minutes/,
    (it) => it.evidence({ statement: { iat: 1_700_000_000 } }),
  ],
  [
    'of other details than were approved',
    /^request: the answer is about other details/,
    (it) => it.approval({ request: { binding_message: 'K8' } }),
  ],
  [
    'of another template than was used',
    /^request: its template is not the one/,
    (it) => it.approval({ request: { texts: { ...texts, de: texts.en } } }),
  ],
  [
    'of a text that does not follow from the request',
    /^content: the text is not what the template makes/,
    (it) => it.approval({ message: '3 times to Jón {client_id}: false\nShop' }),
  ],
  ['of a request without texts', /^request: it has no texts/, (it) => it.approval({ request: { texts: undefined } })],
  [
    'for another user',
    /^statement, content or device: not what/,
    async (it) => ({
      ...(await it.evidence()),
      device: { ...(await it.device()), user_id: 'joe' },
    }),
  ],
  [
    'with the receipt of another answer',
    /^statement, content or device: not what/,
    async (it) => ({
      ...(await it.evidence()),
      receipt: (await it.evidence({ statement: { nonce: 'm' } })).receipt,
    }),
  ],
  ['with a receipt that we did not sign', /^receipt: it is not signed/, (it) => it.evidence({ receiptBy: 'stranger' })],
  ['with a receipt of another kind', /^receipt: its header/, (it) => it.evidence({ receiptHeader: { typ: 'at+jwt' } })],
  [
    'with a receipt by an unknown key',
    /^receipt: no published key has the id "evidence-2"/,
    (it) => it.evidence({ receiptHeader: { kid: 'evidence-2' } }),
  ],
  [
    'with a receipt from before its key',
    /did not sign at the time/,
    (it) => it.evidence({ receipt: { received_at: '2025-06-01T12:00:00.000Z' } }),
  ],
  [
    'with a statement in place of the receipt',
    /^receipt: it does not have/,
    async (it) => {
      const evidence = await it.evidence();
      return { ...evidence, receipt: evidence.statement };
    },
  ],
];

export const textOf = (made: unknown): string => (typeof made === 'string' ? made : JSON.stringify(made));
